import { expect, test } from 'vitest';
import { isPage, pages } from '../contract/pages.ts';
import { router } from './routes.tsx';

test('the router and the server know the same pages', () => {
  const known = Object.keys(router.routesByPath).filter((path) => !path.startsWith('/admin/'));
  expect(known.sort()).toEqual(pages.map((page) => page.path).sort());
});

test('paths are case-sensitive, here and on the server', () => {
  const isKnown = (path: string) => {
    const [, rest, found] = router.getMatchedRoutes(path);
    // A parent route may match with a rest path, which the app shows as 'Page Not Found'.
    return found !== undefined && !rest['**'];
  };
  for (const path of ['/Dashboard', '/LOGIN', '/driver/Map', '/Admin']) {
    expect([isKnown(path), isPage(path)], path).toEqual([false, false]);
    expect([isKnown(path.toLowerCase()), isPage(path.toLowerCase())], path).toEqual([true, true]);
  }
});
