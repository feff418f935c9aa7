import { describe, expect, test } from 'vitest';
import type { SavedAction, StopWork } from './action.ts';
import { nextBatch } from './queues.ts';

let seq = 0;
function saved(pickupId: string, work: StopWork, more: Partial<SavedAction> = {}): SavedAction {
  seq += 1;
  const place = { number: null, address: null };
  return {
    userId: 'u',
    pickupId,
    place,
    pressedAtMs: 0,
    work,
    key: `${seq}`,
    attempts: 0,
    settledAtMs: null,
    seq,
    ...more,
  };
}
const complete = { kind: 'complete' } as const;
const note = { kind: 'note', note: 'Gate' } as const;
const photo = { kind: 'photo', moment: 'before', image: null, address: null } as const;
const none = new Map<string, number>();
const ids = (batch: SavedAction[]) => batch.map(({ pickupId }) => pickupId);

describe('nextBatch', () => {
  test('returns the oldest first, whatever the order in the store', () => {
    const [first, second] = [saved('a', note), saved('b', note)];
    expect(nextBatch([second, first], 'stops', none, 0)).toEqual([first]);
  });

  test('is empty when the server has accepted everything', () => {
    expect(nextBatch([saved('a', complete, { settledAtMs: 1 })], 'stops', none, 0)).toEqual([]);
  });

  test('groups completions pressed at about the same time and sends others alone', () => {
    const actions = [
      saved('a', complete),
      saved('b', complete, { pressedAtMs: 900 }),
      saved('c', complete, { pressedAtMs: 5000 }),
    ];
    expect(ids(nextBatch(actions, 'stops', none, 0))).toEqual(['a', 'b']);
    expect(ids(nextBatch(actions.slice(2), 'stops', none, 0))).toEqual(['c']);
  });

  test('returns at most 500', () => {
    const actions = Array.from({ length: 501 }, (_, index) => saved(`p${index}`, complete));
    expect(nextBatch(actions, 'stops', none, 0)).toHaveLength(500);
  });

  test('keeps the order within a stop', () => {
    const actions = [saved('a', note), saved('a', complete), saved('b', complete)];
    expect(nextBatch(actions, 'stops', none, 0)).toEqual([actions[0]]);
    // The note's stop is on hold, so only the other stop continues.
    const holds = new Map([['a', 100]]);
    expect(ids(nextBatch(actions, 'stops', holds, 50))).toEqual(['b']);
    expect(nextBatch(actions, 'stops', holds, 100)).toEqual([actions[0]]);
  });

  test('gives photos their own queue, which delays nothing', () => {
    const actions = [saved('a', photo), saved('a', complete)];
    expect(nextBatch(actions, 'stops', none, 0)).toEqual([actions[1]]);
    expect(nextBatch(actions, 'photos', none, 0)).toEqual([actions[0]]);
  });

  test('sends the photo with the fewest attempts first, also within a stop', () => {
    const large = saved('a', photo, { attempts: 1 });
    const after = saved('a', { ...photo, moment: 'after' });
    const small = saved('b', photo);
    expect(nextBatch([large, after, small], 'photos', none, 0)).toEqual([after]);
    expect(nextBatch([large, small], 'photos', none, 0)).toEqual([small]);
    expect(nextBatch([large, { ...small, attempts: 1 }], 'photos', none, 0)).toEqual([large]);
  });

  test('sends a completion alone after several failures', () => {
    const actions = [saved('a', complete, { attempts: 3 }), saved('b', complete)];
    expect(ids(nextBatch(actions, 'stops', none, 0))).toEqual(['a']);
    expect(ids(nextBatch(actions, 'stops', new Map([['a', 10]]), 0))).toEqual(['b']);
  });

  test("sends a ticket's photo once the server knows that the truck was emptied", () => {
    const ticket = saved('v', { kind: 'ticket', image: null });
    const emptied = saved('v', { kind: 'emptied', siteId: 's' });
    expect(nextBatch([emptied, ticket], 'photos', none, 0)).toEqual([]);
    expect(nextBatch([emptied, ticket], 'stops', none, 0)).toEqual([emptied]);
    expect(nextBatch([{ ...emptied, settledAtMs: 1 }, ticket], 'photos', none, 0)).toEqual([ticket]);
    expect(nextBatch([saved('other', { kind: 'emptied', siteId: 's' }), ticket], 'photos', none, 0)).toEqual([ticket]);
  });
});
