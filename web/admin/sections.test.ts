import { expect, test } from 'vitest';
import { sectionOf } from './sections.ts';

test.each([
  ['/admin', 'Admin Dashboard'],
  ['/admin/', 'Admin Dashboard'],
  ['/admin/subscribers', 'Subscribers'],
  ['/admin/requests', 'One-Time Requests'],
  ['/admin/members', 'All Members'],
  ['/admin/routes', 'Route Optimization'],
  ['/admin/drivers', 'Driver Management'],
  ['/admin/reports', 'Reports'],
  ['/admin/settings', 'Settings'],
  ['/admin/nothing', 'Admin Dashboard'],
  ['/admin/routes/7', 'Admin Dashboard'],
  ['/admin/constructor', 'Admin Dashboard'],
])('%s shows %s', (path, title) => {
  expect(sectionOf(path).title).toBe(title);
});
