import { describe, expect, test } from 'vitest';
import type { SavedAction, StopWork } from './action.ts';
import { nextBatch } from './queues.ts';

let seq = 0;
function kept(pickupId: string, work: StopWork, more: Partial<SavedAction> = {}): SavedAction {
  seq += 1;
  const place = { number: null, address: null };
  return { userId: 'u', pickupId, place, pressedAtMs: 0, work, attempts: 0, settledAtMs: null, seq, ...more };
}
const complete = { kind: 'complete' } as const;
const note = { kind: 'note', note: 'Gate' } as const;
const photo = { kind: 'photo', moment: 'before', image: null } as const;
const none = new Map<string, number>();
const ids = (batch: SavedAction[]) => batch.map(({ pickupId }) => pickupId);

describe('what is sent next', () => {
  test('the oldest first, whatever order the store gives', () => {
    const [first, second] = [kept('a', note), kept('b', note)];
    expect(nextBatch([second, first], 'stops', none, 0)).toEqual([first]);
  });

  test('nothing, when all is settled', () => {
    expect(nextBatch([kept('a', complete, { settledAtMs: 1 })], 'stops', none, 0)).toEqual([]);
  });

  test('completions of one moment together, others alone', () => {
    const actions = [
      kept('a', complete),
      kept('b', complete, { pressedAtMs: 900 }),
      kept('c', complete, { pressedAtMs: 5000 }),
    ];
    expect(ids(nextBatch(actions, 'stops', none, 0))).toEqual(['a', 'b']);
    expect(ids(nextBatch(actions.slice(2), 'stops', none, 0))).toEqual(['c']);
  });

  test('at most 500 in one call', () => {
    const actions = Array.from({ length: 501 }, (_, index) => kept(`p${index}`, complete));
    expect(nextBatch(actions, 'stops', none, 0)).toHaveLength(500);
  });

  test('a stop waits for what was pressed at it before', () => {
    const actions = [kept('a', note), kept('a', complete), kept('b', complete)];
    expect(nextBatch(actions, 'stops', none, 0)).toEqual([actions[0]]);
    // The note is held: the other stop goes on, this one does not.
    const holds = new Map([['a', 100]]);
    expect(ids(nextBatch(actions, 'stops', holds, 50))).toEqual(['b']);
    expect(nextBatch(actions, 'stops', holds, 100)).toEqual([actions[0]]);
  });

  test('photos go by a line of their own and hold nothing up', () => {
    const actions = [kept('a', photo), kept('a', complete)];
    expect(nextBatch(actions, 'stops', none, 0)).toEqual([actions[1]]);
    expect(nextBatch(actions, 'photos', none, 0)).toEqual([actions[0]]);
  });

  test('a photo that did not get through lets the others pass, also those of its own stop', () => {
    const large = kept('a', photo, { attempts: 1 });
    const after = kept('a', { ...photo, moment: 'after' });
    const small = kept('b', photo);
    expect(nextBatch([large, after, small], 'photos', none, 0)).toEqual([after]);
    expect(nextBatch([large, small], 'photos', none, 0)).toEqual([small]);
    expect(nextBatch([large, { ...small, attempts: 1 }], 'photos', none, 0)).toEqual([large]);
  });

  test('what failed several times goes alone', () => {
    const actions = [kept('a', complete, { attempts: 3 }), kept('b', complete)];
    expect(ids(nextBatch(actions, 'stops', none, 0))).toEqual(['a']);
    expect(ids(nextBatch(actions, 'stops', new Map([['a', 10]]), 0))).toEqual(['b']);
  });
});
