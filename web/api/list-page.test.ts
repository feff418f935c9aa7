import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAdminPickups } from '../../contract/pickups/lists.ts';
import { cursorsOf, readPages, totalOf } from './list-page.ts';
import { standInBrowser } from './stand-in-browser.ts';

test('finds the pages around it in the Link header', () => {
  const next = '</api/pickups?status=completed&limit=20&cursor=MTIz.YQ>; rel="next"';
  const previous = '</api/pickups?status=completed&before=NDU2.Yg>; rel="prev"';
  const of = (link: string) => cursorsOf(new Headers({ link }));
  expect(of(next)).toEqual({ next: 'MTIz.YQ', previous: null });
  expect(of(previous)).toEqual({ next: null, previous: 'NDU2.Yg' });
  expect(of(`${next}, ${previous}`)).toEqual({ next: 'MTIz.YQ', previous: 'NDU2.Yg' });
  expect(cursorsOf(new Headers())).toEqual({ next: null, previous: null });
});

test('reads the total, with a plus when the server stopped counting', () => {
  expect(totalOf(new Headers({ 'x-total-count': '1234' }), 20)).toBe('1,234');
  expect(totalOf(new Headers({ 'x-total-count': '10000', 'x-total-count-exact': 'false' }), 20)).toBe('10,000+');
  expect(totalOf(new Headers(), 3)).toBe('3');
});

describe('a list read page by page', () => {
  /** Two rows per page. Between the second and third request a row moves to the next page, so it appears twice. */
  const pages: Record<string, [ids: string[], next?: string]> = {
    '': [['a', 'b'], 'two'],
    two: [['c', 'd'], 'three'],
    three: [['d', 'e']],
  };
  const requested: string[] = [];
  beforeEach(() => {
    standInBrowser('/admin').local.set('token', 'secret');
    requested.length = 0;
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path);
      const [ids, next] = pages[new URL(path, 'http://localhost').searchParams.get('cursor') ?? ''] ?? [[]];
      const headers = next && { link: `</api/admin/pickups?cursor=${next}>; rel="next"` };
      return Response.json(
        ids.map((id) => ({ id })),
        headers ? { headers } : {},
      );
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const read = async (most: number) => {
    const rows = await readPages(listAdminPickups, { day: '2026-11-23' }, most, new AbortController().signal);
    return rows.map(({ id }) => id);
  };

  test('is complete and has each row once', async () => {
    expect(await read(100)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const first = '/api/admin/pickups?day=2026-11-23';
    expect(requested).toEqual([first, `${first}&cursor=two`, `${first}&cursor=three`]);
  });

  test('stops when it has enough rows', async () => {
    expect(await read(3)).toEqual(['a', 'b', 'c', 'd']);
    expect(requested).toHaveLength(2);
  });
});
