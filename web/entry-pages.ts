import type { ReactNode } from 'react';

/** A lazily loaded page. */
export type PageFile = () => Promise<{ default: () => ReactNode }>;

/** The pages for people who are not signed in. They render without the router too (entry.tsx). */
export const entryPages = {
  '/login': () => import('./accounts/sign-in/login.page.tsx'),
  '/register': () => import('./accounts/registration/register.page.tsx'),
  '/forgot-password': () => import('./accounts/passwords/forgot-password.page.tsx'),
  '/reset-password': () => import('./accounts/passwords/reset-password.page.tsx'),
  '/undo-email-change': () => import('./accounts/settings/undo-email-change.page.tsx'),
  '/unsubscribe': () => import('./accounts/settings/unsubscribe.page.tsx'),
  '/verify-email': () => import('./accounts/registration/verify-email.page.tsx'),
} as const satisfies Record<string, PageFile>;
