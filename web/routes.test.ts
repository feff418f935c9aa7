import { expect, test } from 'vitest';
import { pages } from '../contract/pages.ts';
import { router } from './routes.tsx';

test('the router and the server know the same pages', () => {
  const known = Object.keys(router.routesByPath).filter((path) => path !== '/admin/$');
  expect(known.sort()).toEqual(pages.map((page) => page.path).sort());
});
