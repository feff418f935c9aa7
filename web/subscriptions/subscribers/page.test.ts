import { expect, it } from 'vitest';
import { subscriberFilters, subscriberPage } from './page.ts';

const queryOf = (filters: Parameters<typeof subscriberPage>[0]) => subscriberPage(filters, 50).queryKey[1];

it('sends only the chosen filters', () => {
  expect(queryOf(subscriberFilters.none)).toEqual({ sort: 'newest', limit: 50 });
  expect(queryOf({ status: 'active', package: 'premium', q: 'dana' })).toEqual({
    ...{ status: 'active', type: 'premium', q: 'dana' },
    ...{ sort: 'newest', limit: 50 },
  });
});

it('reads the package from the address', () => {
  expect(subscriberFilters.read({ package: 'clean-carry' }).package).toBe('clean-carry');
  expect(subscriberFilters.read({ package: 'constructor' })).toEqual(subscriberFilters.none);
});
