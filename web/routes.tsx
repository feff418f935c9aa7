import { type AnyRoute, createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CrashScreen } from './shell/crash-screen.tsx';
import { RootScreen } from './shell/root-screen.tsx';
import { parseSearch, type SearchParams, stringifySearch } from './shell/search-params.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';

/** A page's file, fetched when somebody goes there. */
type PageFile = () => Promise<{ default: () => ReactNode }>;

const root = createRootRoute({
  component: RootScreen,
  notFoundComponent: lazyRouteComponent(() => import('./shell/not-found.page.tsx')),
  validateSearch: (search: Record<string, unknown>) => search as SearchParams,
});

// The gates let one role in and draw the app shell (SHELL-4).
const gates = () => import('./shell/gates.tsx');
const customers = createRoute({
  getParentRoute: () => root,
  id: 'customers',
  component: lazyRouteComponent(gates, 'CustomerGate'),
});
const drivers = createRoute({
  getParentRoute: () => root,
  id: 'drivers',
  component: lazyRouteComponent(gates, 'DriverGate'),
});
// What the phone keeps is there before a driver's page is drawn (offline).
const drives = createRoute({
  getParentRoute: () => drivers,
  id: 'phone',
  component: lazyRouteComponent(() => import('./drivers/outbox/driver-frame.tsx')),
});
const admins = createRoute({
  getParentRoute: () => root,
  id: 'admins',
  component: lazyRouteComponent(gates, 'AdminGate'),
});

function pagesUnder<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string>(path: Path, file: PageFile) =>
    createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(file) });
}
const open = pagesUnder(root);
const customer = pagesUnder(customers);
const driver = pagesUnder(drives);
const admin = pagesUnder(admins);

const adminScreen = admin('/admin', () => import('./admin/admin.page.tsx'));

/** The route table (SHELL-1). */
const routeTree = root.addChildren([
  open('/', () => import('./shell/landing-redirect.tsx')),
  open('/login', () => import('./accounts/login.page.tsx')),
  open('/register', () => import('./accounts/register.page.tsx')),
  open('/forgot-password', () => import('./accounts/forgot-password.page.tsx')),
  open('/reset-password', () => import('./accounts/reset-password.page.tsx')),
  open('/verify-email', () => import('./accounts/verify-email.page.tsx')),
  customers.addChildren([
    customer('/dashboard', () => import('./customer/dashboard.page.tsx')),
    customer('/checkout', () => import('./payments/checkout.page.tsx')),
    customer('/subscribe', () => import('./subscriptions/subscribe.page.tsx')),
    customer('/pickup-history', () => import('./pickups/history.page.tsx')),
    customer('/billing', () => import('./payments/billing.page.tsx')),
    customer('/settings', () => import('./accounts/settings.page.tsx')),
  ]),
  admins.addChildren([
    // One screen for every admin path; its section follows the path.
    adminScreen.addChildren([createRoute({ getParentRoute: () => adminScreen, path: '$' })]),
  ]),
  drivers.addChildren([
    drives.addChildren([
      driver('/driver', () => import('./drivers/route.page.tsx')),
      driver('/driver/map', () => import('./drivers/map.page.tsx')),
      driver('/driver/history', () => import('./drivers/history.page.tsx')),
      driver('/driver/profile', () => import('./drivers/profile.page.tsx')),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  // As the server has it: /Dashboard is no page.
  caseSensitive: true,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // The spinner takes its own time to appear (LoadingScreen): a page that is there at once replaces it unseen.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: CrashScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
