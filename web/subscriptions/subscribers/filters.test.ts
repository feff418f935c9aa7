import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../api/search-params.ts';
import { filtersForServer, filtersInAddress, noFilters, readFilters, type SubscriberFilters } from './filters.ts';

it('comes back from the address as it was written', () => {
  const cases: SubscriberFilters[] = [
    noFilters,
    { status: 'paused', plan: 'clean-carry', q: 'S 9th St & Oak' },
    { status: 'cancelled', plan: 'all', q: '100%' },
  ];
  for (const filters of cases) {
    expect(readFilters(parseSearch(stringifySearch(filtersInAddress(filters))))).toEqual(filters);
  }
  expect(stringifySearch(filtersInAddress(noFilters))).toBe('');
});

it('falls back to the default where the address makes no sense', () => {
  expect(readFilters({ status: 'gone', package: 'constructor', q: '   ' })).toEqual(noFilters);
  expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(255);
});

it('asks the server for what is filtered, and for nothing else', () => {
  expect(filtersForServer(noFilters)).toEqual({});
  expect(filtersForServer({ status: 'active', plan: 'premium', q: 'dana' })).toEqual({
    status: 'active',
    type: 'premium',
    q: 'dana',
  });
});
