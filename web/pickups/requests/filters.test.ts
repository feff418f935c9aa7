import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../api/search-params.ts';
import { filtersForServer, filtersInAddress, type RequestFilters, readFilters } from './filters.ts';

describe('filters and the address', () => {
  it('comes back from the address as it was written', () => {
    const cases: RequestFilters[] = [
      { status: 'all', sort: 'newest', q: '' },
      { status: 'pending', sort: 'oldest', q: 'S 9th St & Oak' },
      { status: 'issue', sort: 'newest', q: '100%' },
      { status: 'cancelled', sort: 'newest', q: '77 Unique Alley, Philadelphia, PA 19147' },
    ];
    for (const filters of cases) {
      expect(readFilters(parseSearch(stringifySearch(filtersInAddress(filters))))).toEqual(filters);
    }
  });

  it('writes no defaults into the address', () => {
    expect(stringifySearch(filtersInAddress({ status: 'all', sort: 'newest', q: '' }))).toBe('');
    expect(stringifySearch(filtersInAddress({ status: 'pending', sort: 'newest', q: 'oak' }))).toBe(
      '?status=pending&q=oak',
    );
  });

  it('falls back to the default where the address makes no sense', () => {
    expect(readFilters({ status: 'lost', sort: 'sideways', q: '   ' })).toEqual({
      status: 'all',
      sort: 'newest',
      q: '',
    });
    expect(readFilters({ status: 'constructor' }).status).toBe('all');
    expect(readFilters({ q: 'x'.repeat(300) }).q).toHaveLength(255);
  });
});

describe('filtersForServer', () => {
  it('asks for one-time requests only, ten at most, and leaves out what is not filtered', () => {
    expect(filtersForServer({ status: 'all', sort: 'newest', q: '' })).toEqual({
      type: 'one-time,same-day,next-day',
      sort: 'newest',
      limit: '10',
    });
    expect(filtersForServer({ status: 'assigned', sort: 'oldest', q: 'dana' })).toEqual({
      type: 'one-time,same-day,next-day',
      sort: 'oldest',
      limit: '10',
      status: 'assigned',
      q: 'dana',
    });
  });
});
