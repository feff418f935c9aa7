import { expect, it } from 'vitest';
import { isNarrowed, pageOf, requestFilters, requestQuery } from './filters.ts';

const id = '01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc';

it('asks for ten one-time requests, and sends only the chosen filters', () => {
  expect(requestQuery(requestFilters.none)).toEqual({
    type: 'one-time,same-day,next-day',
    sort: 'newest',
    limit: '10',
  });
  const chosen = {
    status: 'assigned',
    sort: 'soonest',
    q: 'dana',
    day: '2026-11-23',
    driver: id,
    area: '19147',
  } as const;
  expect(requestQuery({ ...requestFilters.none, ...chosen, cursor: 'MTIz', page: '2', pickup: id })).toEqual({
    ...chosen,
    ...{ type: 'one-time,same-day,next-day', limit: '10', cursor: 'MTIz' },
  });
});

it('reads only values that can be meant', () => {
  const sent = {
    driver: 'none',
    area: '1914',
    day: 'today',
    page: '0',
    pickup: `${id}x`,
    cursor: 'a b',
    status: 'gone',
  };
  expect(requestFilters.read(sent)).toEqual({ ...requestFilters.none, driver: 'none' });
  expect(requestFilters.read({ driver: id, pickup: id, page: '12' })).toMatchObject({ driver: id, pickup: id });
});

it('knows the page, and whether the list is narrowed', () => {
  const at = (page: string, cursor: string) => pageOf({ page, cursor, before: '' });
  expect([at('', ''), at('3', 'MTIz'), at('', 'MTIz'), at('3', '')]).toEqual([1, 3, 2, 1]);
  expect(isNarrowed({ ...requestFilters.none, status: 'pending', sort: 'oldest' })).toBe(false);
  expect(isNarrowed({ ...requestFilters.none, area: '19147' })).toBe(true);
});
