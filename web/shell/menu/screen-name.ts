import { menuOf } from './menu.ts';

/** Screens that aren't in the menu of their role. */
const others: readonly { role: string; path: RegExp; name: string }[] = [
  { role: 'customer', path: /^\/checkout$/, name: 'Checkout' },
  { role: 'customer', path: /^\/subscribe$/, name: 'Monthly Plans' },
  { role: 'customer', path: /^\/plan$/, name: 'Your Plan' },
  { role: 'customer', path: /^\/pickup-history\/[^/]+$/, name: 'Your Pickup' },
  { role: 'admin', path: /^\/admin\/customers\/[^/]+$/, name: 'the Customer' },
];

/** Returns the name of a screen that this role may open; null for any other path. */
export function screenNameOf(role: string, path: string): string | null {
  const item = menuOf(role).find(({ to }) => to === path);
  return item?.label ?? others.find((screen) => screen.role === role && screen.path.test(path))?.name ?? null;
}
