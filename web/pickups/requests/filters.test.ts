import { expect, it } from 'vitest';
import { requestFilters, requestQuery } from './filters.ts';

it('asks for ten one-time requests, and sends only the chosen filters', () => {
  expect(requestQuery(requestFilters.none)).toEqual({
    type: 'one-time,same-day,next-day',
    sort: 'newest',
    limit: '10',
  });
  expect(requestQuery({ status: 'assigned', sort: 'oldest', q: 'dana' })).toEqual({
    type: 'one-time,same-day,next-day',
    sort: 'oldest',
    limit: '10',
    status: 'assigned',
    q: 'dana',
  });
});
