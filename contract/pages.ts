import type { Role } from './accounts.ts';

/** The screens of SPEC section 2 and who may open them. The router guards them; the server answers 404 for any other address. */
export const pages: readonly { path: string; access: 'public' | Role }[] = [
  { path: '/', access: 'public' },
  { path: '/login', access: 'public' },
  { path: '/register', access: 'public' },
  { path: '/forgot-password', access: 'public' },
  { path: '/reset-password', access: 'public' },
  { path: '/verify-email', access: 'public' },
  { path: '/dashboard', access: 'customer' },
  { path: '/checkout', access: 'customer' },
  { path: '/subscribe', access: 'customer' },
  { path: '/pickup-history', access: 'customer' },
  { path: '/billing', access: 'customer' },
  { path: '/settings', access: 'customer' },
  { path: '/admin', access: 'admin' },
  { path: '/driver', access: 'driver' },
  { path: '/driver/map', access: 'driver' },
  { path: '/driver/history', access: 'driver' },
  { path: '/driver/profile', access: 'driver' },
];

/**
 * Who may open a screen; undefined where there is none. Every address below /admin is one: an unrecognised one shows the
 * admin dashboard.
 */
export function accessOf(path: string): 'public' | Role | undefined {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return plain.startsWith('/admin/') ? 'admin' : pages.find((page) => page.path === plain)?.access;
}

/** Whether an address is a screen. */
export function isPage(path: string): boolean {
  return accessOf(path) !== undefined;
}

/** Where a signed-in person belongs. */
export function homeOf(role: string): '/admin' | '/driver' | '/dashboard' {
  if (role === 'admin') return '/admin';
  if (role === 'driver') return '/driver';
  return '/dashboard';
}
