import { describe, expect, test } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import { historyFilterOf } from './filters.ts';
import { type HistoryPage, mergeHistory } from './pages.ts';

test('falls back to All for an unknown filter', () => {
  expect(historyFilterOf('scheduled').query).toEqual({ status: 'assigned,pending' });
  expect(historyFilterOf('one-time').query).toEqual({ type: 'one-time,same-day,next-day' });
  expect(historyFilterOf('everything').id).toBe('all');
  expect(historyFilterOf(undefined).id).toBe('all');
});

/** Makes a page of pickups from names such as '20:b/completed': day of November, ID and status. */
function pageOf(names: string, next: string | null = 'more'): HistoryPage {
  const pickups = names.split(' ').map((name) => {
    const [place = '', status = 'pending'] = name.split('/');
    const [day, id] = place.split(':');
    return { id, scheduledDate: `2026-11-${day}T14:00:00.000Z`, status } as Pickup;
  });
  return { pickups, total: '9', next };
}
const namesOf = (pickups: Pickup[]) => pickups.map(({ id, status }) => `${id}/${status}`).join(' ');

describe('a refreshed top merged with the loaded pages', () => {
  const pages = [pageOf('20:d 19:c'), pageOf('18:b 18:a 17:z', null)];

  test('keeps the list when nothing changed', () => {
    expect(namesOf(mergeHistory(pageOf('20:d 19:c'), pages))).toBe('d/pending c/pending b/pending a/pending z/pending');
  });

  test('adds a new pickup without losing the one it pushed out of the top', () => {
    const head = pageOf('21:e 20:d');
    expect(namesOf(mergeHistory(head, pages))).toBe('e/pending d/pending c/pending b/pending a/pending z/pending');
  });

  test('applies changes and removals within the top', () => {
    const head = pageOf('20:d/completed 18:b');
    expect(namesOf(mergeHistory(head, pages))).toBe('d/completed b/pending a/pending z/pending');
  });

  test('lists a pickup that moved up only once', () => {
    const head = pageOf('21:z 20:d');
    expect(namesOf(mergeHistory(head, pages))).toBe('z/pending d/pending c/pending b/pending a/pending');
  });

  test('shows only the top when it is the whole list', () => {
    expect(namesOf(mergeHistory(pageOf('20:d', null), pages))).toBe('d/pending');
    expect(mergeHistory({ pickups: [], total: '0', next: null }, pages)).toEqual([]);
  });
});
