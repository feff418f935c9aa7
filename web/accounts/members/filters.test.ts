import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../api/search-params.ts';
import { type MemberFilters, memberFiltersInAddress, readMemberFilters } from './filters.ts';

test('filters come back from the address as they were written', () => {
  const cases: MemberFilters[] = [
    { role: 'all', q: '' },
    { role: 'driver', q: 'o’neil & sons' },
    { role: 'admin', q: '100%' },
  ];
  for (const filters of cases) {
    expect(readMemberFilters(parseSearch(stringifySearch(memberFiltersInAddress(filters))))).toEqual(filters);
  }
});

test('no defaults in the address', () => {
  expect(stringifySearch(memberFiltersInAddress({ role: 'all', q: '' }))).toBe('');
});

test('the default where the address makes no sense', () => {
  expect(readMemberFilters({ role: 'constructor', q: '   ' })).toEqual({ role: 'all', q: '' });
  expect(readMemberFilters({ q: 'x'.repeat(300) }).q).toHaveLength(255);
});
