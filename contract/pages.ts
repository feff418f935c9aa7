import type { Role } from './accounts.ts';

/**
 * The screens and who may open them (SHELL-1). `$id` stands for the id of a record. The router guards them; the server
 * returns 404 for any other path.
 */
export const pages: readonly { path: string; access: 'public' | Role }[] = [
  { path: '/', access: 'public' },
  { path: '/login', access: 'public' },
  { path: '/register', access: 'public' },
  { path: '/forgot-password', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/verify-email', access: 'public' },
  { path: '/undo-email-change', access: 'public' },
  { path: '/unsubscribe', access: 'public' },
  { path: '/dashboard', access: 'customer' },
  { path: '/checkout', access: 'customer' },
  { path: '/subscribe', access: 'customer' },
  { path: '/plan', access: 'customer' },
  { path: '/pickup-history', access: 'customer' },
  { path: '/pickup-history/$id', access: 'customer' },
  { path: '/billing', access: 'customer' },
  { path: '/settings', access: 'customer' },
  { path: '/admin', access: 'admin' },
  { path: '/driver', access: 'driver' },
  { path: '/driver/map', access: 'driver' },
  { path: '/driver/history', access: 'driver' },
  { path: '/driver/profile', access: 'driver' },
];

/** Plain pages without React, beside the app's screens. Anybody can read them, signed in or not. */
export const textPages = ['/terms', '/privacy'] as const;

/** The page that a live link opens, without React. The last part of the path is a secret. */
export const livePagePath = '/live/:token';

export function isLivePage(path: string): boolean {
  return /^\/live\/[^/]+\/?$/.test(path);
}

/**
 * Returns true if a path is a screen. Every path below /admin is a screen: an unknown one shows the admin dashboard.
 */
export function isPage(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return plain.startsWith('/admin/') || pages.some((page) => leadsTo(page.path, plain));
}

/** Returns true if a path is a public page other than the landing page. The document of these pages has no router. */
export function isEntryPage(path: string): boolean {
  const plain = path.replace(/\/+$/, '');
  return pages.some((page) => page.path === plain && page.access === 'public');
}

const anyId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function leadsTo(page: string, path: string): boolean {
  const [parts, given] = [page.split('/'), path.split('/')];
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part === '$id' ? anyId.test(given[at] ?? '') : part === given[at]))
  );
}

/** Returns the path of a pickup's page for its customer (HIST-10). */
export function pickupPath(pickupId: string): `/pickup-history/${string}` {
  return `/pickup-history/${pickupId}`;
}

/**
 * The page on which a customer reviews and pays for an imported plan. The query lets the sign-in page recognize the
 * emailed link and return here.
 */
export const importedPlanPath = '/subscribe?imported=plan';

export function homeOf(role: string): '/admin' | '/driver' | '/dashboard' {
  if (role === 'admin') return '/admin';
  if (role === 'driver') return '/driver';
  return '/dashboard';
}
