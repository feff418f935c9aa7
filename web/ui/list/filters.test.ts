import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../api/search-params.ts';
import { listFilters } from './filters.ts';

const { none, read, write } = listFilters({ status: ['all', 'pending', 'issue'], sort: ['newest', 'oldest'] });

describe('list filters', () => {
  it.each([
    none,
    { status: 'pending', sort: 'oldest', q: 'S 9th St & Oak' },
    { status: 'issue', sort: 'newest', q: '100%' },
    { status: 'all', sort: 'oldest', q: '77 Unique Alley, Philadelphia, PA 19147' },
  ] as const)('survive a round trip through the address: %j', (filters) => {
    expect(read(parseSearch(stringifySearch(write(filters))))).toEqual(filters);
  });

  it('leave defaults out of the address', () => {
    expect(write(none)).toEqual({});
    expect(write({ status: 'pending', sort: 'newest', q: 'oak' })).toEqual({ status: 'pending', q: 'oak' });
  });

  it('fall back to the defaults for unknown values', () => {
    expect(read({ status: 'constructor', sort: 'sideways', q: '   ' })).toEqual(none);
  });

  it('cut the search text to what the server accepts', () => {
    expect(read({ q: 'x'.repeat(300) }).q).toHaveLength(255);
  });
});
