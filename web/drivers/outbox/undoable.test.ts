import { describe, expect, it } from 'vitest';
import type { SavedAction, StopWork } from './action.ts';
import { undoableOf } from './undoable.ts';

const now = 1_000_000;
const saved = (
  seq: number,
  pickupId: string,
  work: StopWork,
  agoMs: number,
  more: Partial<SavedAction> = {},
): SavedAction => ({
  ...{ seq, userId: 'u', pickupId, work, attempts: 0, settledAtMs: null, key: `key ${seq}` },
  ...{ place: { number: 1, address: '742 S 10th St, Philadelphia' }, pressedAtMs: now - agoMs },
  ...more,
});
const complete = { kind: 'complete' } as const;
const undo = { kind: 'undo', what: 'complete', pressKey: 'key' } as const;
const idsOf = (actions: SavedAction[]) => undoableOf(actions, now)?.presses.map(({ pickupId }) => pickupId) ?? null;

describe('undoableOf', () => {
  it('returns the last press with its key and street, until two minutes have passed', () => {
    const actions = [saved(1, 'a', complete, 60_000), saved(2, 'b', complete, 20_000, { settledAtMs: now - 10_000 })];
    expect(undoableOf(actions, now)).toEqual({
      presses: [{ pickupId: 'b', what: 'complete', pressKey: 'key 2' }],
      ...{ street: '742 S 10th St', pressedAtMs: now - 20_000, untilMs: now + 100_000 },
    });
    expect(idsOf([saved(1, 'a', complete, 119_999)])).toEqual(['a']);
    expect(idsOf([saved(1, 'a', complete, 120_000)])).toBeNull();
  });

  it('takes a bulk press together, without a street', () => {
    const bulk = [saved(1, 'a', complete, 5000), saved(2, 'b', complete, 5000)];
    expect(undoableOf(bulk, now)).toMatchObject({ street: null, presses: [{ pickupId: 'a' }, { pickupId: 'b' }] });
  });

  it('goes back to the press before when the last one was undone', () => {
    const actions = [saved(1, 'a', complete, 9000), saved(2, 'b', complete, 5000), saved(3, 'b', undo, 1000)];
    expect(idsOf(actions)).toEqual(['a']);
    expect(idsOf([...actions, saved(4, 'b', complete, 500)])).toEqual(['b']);
  });

  it('takes an incomplete stop, and neither notes nor photos', () => {
    const work = { kind: 'incomplete', reason: 'no-access', note: null, photoFollows: false } as const;
    expect(undoableOf([saved(1, 'a', work, 5000)], now)?.presses).toMatchObject([{ what: 'incomplete' }]);
    expect(idsOf([saved(1, 'a', { kind: 'note', note: 'x' }, 5000)])).toBeNull();
  });

  it('takes an emptied truck, and not the weight that was entered since', () => {
    const emptied = saved(1, 'v', { kind: 'emptied', siteId: 's' }, 5000);
    const tons = saved(2, 'v', { kind: 'tons', siteId: 's', tons: 3, emptiedAtMs: 0 }, 1000);
    expect(undoableOf([emptied, tons], now)?.presses).toEqual([{ pickupId: 'v', what: 'emptied', pressKey: 'key 1' }]);
  });

  it('ignores a press by a clock that has been corrected since', () => {
    expect(idsOf([saved(1, 'a', complete, -5000)])).toBeNull();
  });
});
