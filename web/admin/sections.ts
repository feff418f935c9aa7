import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface AdminSection {
  readonly title: string;
  readonly Content: LazyExoticComponent<ComponentType>;
}

const dashboard: AdminSection = {
  title: 'Admin Dashboard',
  Content: lazy(() => import('./dashboard/dashboard-section.tsx')),
};

/** The sections of the admin screen by the last segment of their path. */
const sections: Readonly<Record<string, AdminSection>> = {
  subscribers: {
    title: 'Subscribers',
    Content: lazy(() => import('../subscriptions/subscribers/subscribers-section.tsx')),
  },
  requests: { title: 'One-Time Requests', Content: lazy(() => import('../pickups/requests/requests-section.tsx')) },
  members: { title: 'All Members', Content: lazy(() => import('../accounts/members/members-section.tsx')) },
  routes: { title: 'Route Optimization', Content: lazy(() => import('../routing/routes/routes-section.tsx')) },
  drivers: { title: 'Driver Management', Content: lazy(() => import('../drivers/list/drivers-section.tsx')) },
  reports: { title: 'Reports', Content: lazy(() => import('../reports/reports-section.tsx')) },
  settings: { title: 'Settings', Content: lazy(() => import('./settings-section.tsx')) },
};

/** Returns the section of an admin path. An unknown path shows the dashboard. */
export function sectionOf(pathname: string): AdminSection {
  const [, name = '', ...deeper] = pathname.split('/').filter(Boolean);
  return (deeper.length === 0 && Object.hasOwn(sections, name) && sections[name]) || dashboard;
}
