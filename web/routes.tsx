import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseSearch, type SearchParams, stringifySearch } from './api/search-params.ts';
import { CrashScreen } from './crash-screen.tsx';
import { entryPages, type PageFile } from './entry-pages.ts';
import { RootFrame } from './root-frame.tsx';
import { lateFile } from './ui/hooks/late-file.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';

const latePage = (file: PageFile) => lazyRouteComponent(lateFile(file));

const root = createRootRoute({
  component: () => (
    <RootFrame>
      <Outlet />
    </RootFrame>
  ),
  notFoundComponent: latePage(() => import('./shell/not-found.page.tsx')),
  validateSearch: (search: Record<string, unknown>) => search as SearchParams,
});

// The gates let in one role and render the app shell (SHELL-4).
const gates = lateFile(() => import('./gates.tsx'));
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
// Loads the phone's stored data before a driver page renders (offline).
const drives = createRoute({
  getParentRoute: () => drivers,
  id: 'phone',
  component: latePage(() => import('./drivers/outbox/driver-frame.tsx')),
});
const admins = createRoute({
  getParentRoute: () => root,
  id: 'admins',
  component: lazyRouteComponent(gates, 'AdminGate'),
});

const desk = createRoute({
  getParentRoute: () => admins,
  id: 'desk',
  component: latePage(() => import('./admin/desk.tsx')),
});

function pagesUnder<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string>(path: Path, file: PageFile) =>
    createRoute({ getParentRoute: () => parent, path, component: latePage(file) });
}
const open = pagesUnder(root);
const customer = pagesUnder(customers);
const driver = pagesUnder(drives);
const admin = pagesUnder(desk);

const adminScreen = admin('/admin', () => import('./admin/admin.page.tsx'));

/** The route table (SHELL-1). */
const routeTree = root.addChildren([
  open('/', () => import('./shell/guards/landing-redirect.tsx')),
  open('/login', entryPages['/login']),
  open('/register', entryPages['/register']),
  open('/forgot-password', entryPages['/forgot-password']),
  open('/reset-password', entryPages['/reset-password']),
  open('/undo-email-change', entryPages['/undo-email-change']),
  open('/unsubscribe', entryPages['/unsubscribe']),
  open('/verify-email', entryPages['/verify-email']),
  customers.addChildren([
    customer('/dashboard', () => import('./customer/dashboard/dashboard.page.tsx')),
    customer('/checkout', () => import('./payments/checkout/checkout.page.tsx')),
    customer('/subscribe', () => import('./subscriptions/subscribe/subscribe.page.tsx')),
    customer('/plan', () => import('./subscriptions/plan-page/plan.page.tsx')),
    customer('/pickup-history', () => import('./customer/history/history.page.tsx')),
    customer('/pickup-history/$id', () => import('./customer/pickup/pickup.page.tsx')),
    customer('/billing', () => import('./payments/billing/billing.page.tsx')),
    customer('/settings', () => import('./accounts/settings/settings.page.tsx')),
  ]),
  admins.addChildren([
    desk.addChildren([
      admin('/admin/customers/$id', () => import('./customers/customer.page.tsx')),
      admin('/admin/import', () => import('./import/imports.page.tsx')),
      admin('/admin/import/$id', () => import('./import/import.page.tsx')),
      // One screen for every other admin path; the path selects its section.
      adminScreen.addChildren([createRoute({ getParentRoute: () => adminScreen, path: '$' })]),
    ]),
  ]),
  drivers.addChildren([
    drives.addChildren([
      driver('/driver', () => import('./drivers/route/route.page.tsx')),
      driver('/driver/map', () => import('./drivers/map/map.page.tsx')),
      driver('/driver/history', () => import('./drivers/history/history.page.tsx')),
      driver('/driver/profile', () => import('./drivers/profile/profile.page.tsx')),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  notFoundMode: 'root',
  // As on the server: /Dashboard is not a page.
  caseSensitive: true,
  // Opening or closing a dialog doesn't scroll the page below it.
  scrollRestoration: ({ location }) => location.state.dialogSteps === undefined,
  defaultPreload: 'intent',
  // LoadingScreen delays its own spinner, so a page that loads immediately replaces it unseen.
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
