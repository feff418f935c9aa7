import type { Role } from './accounts.ts';

/**
 * The screens and who may open them (SHELL-1). `$id` stands for the id of a record. The router guards them; the server returns
 * 404 for any other path.
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

/** Plain pages beside the app's screens, without React: anybody can read them, signed in or not. */
export const textPages = ['/terms', '/privacy'] as const;

/** The page that a link in a message opens, without React. Its last part is a secret. */
export const livePagePath = '/live/:token';

export function isLivePage(path: string): boolean {
  return /^\/live\/[^/]+\/?$/.test(path);
}

/** Whether a path is a screen. Every path below /admin is one: an unknown one shows the admin dashboard. */
export function isPage(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return plain.startsWith('/admin/') || pages.some((page) => leadsTo(page.path, plain));
}

/** Whether a path is a page for people who are not signed in, other than the landing page. Its document has no router. */
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

/** The customer's page of a pickup (HIST-10). */
export function pickupPath(pickupId: string): `/pickup-history/${string}` {
  return `/pickup-history/${pickupId}`;
}

/** Where a customer reviews an imported plan and pays for it. The query tells the sign-in that an email leads here. */
export const importedPlanPath = '/subscribe?imported=plan';

export function homeOf(role: string): '/admin' | '/driver' | '/dashboard' {
  if (role === 'admin') return '/admin';
  if (role === 'driver') return '/driver';
  return '/dashboard';
}
