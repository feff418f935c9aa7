import { beforeEach, expect, test } from 'vitest';
import type { SavedAction } from './action.ts';
import { asApplied, asSettled, forgetUnwritten, rememberRefused, rememberSettled } from './unwritten-answers.ts';

function kept(seq: number, more: Partial<SavedAction> = {}): SavedAction {
  const place = { number: null, address: null };
  const work = { kind: 'complete' } as const;
  return {
    seq,
    userId: 'u',
    pickupId: `p${seq}`,
    place,
    pressedAtMs: 10,
    work,
    attempts: 0,
    settledAtMs: null,
    ...more,
  };
}
const seqs = (actions: SavedAction[]) => actions.map(({ seq, settledAtMs }) => [seq, settledAtMs]);
beforeEach(() => forgetUnwritten(() => true));

test('what was answered waits no longer, whether the phone still has it or not', () => {
  const [first, second, third] = [kept(1), kept(2), kept(3)];
  rememberSettled({ ...first, settledAtMs: 50 });
  rememberRefused(second);
  expect(seqs(asApplied([first, second, third]))).toEqual([
    [3, null],
    [1, 50],
  ]);
  expect(seqs(asApplied([]))).toEqual([[1, 50]]);
  expect([first, second, third].map((action) => asSettled(action).settledAtMs)).toEqual([50, null, null]);
});

test('what is settled is forgotten when it is over, what was refused is not', () => {
  const [first, refused] = [kept(4), kept(5)];
  rememberSettled({ ...first, settledAtMs: 50 });
  rememberRefused(refused);
  forgetUnwritten(({ settledAtMs }) => settledAtMs === 51);
  expect(seqs(asApplied([first]))).toEqual([[4, 50]]);
  forgetUnwritten(({ settledAtMs }) => settledAtMs === 50);
  expect(seqs(asApplied([first, refused]))).toEqual([[4, null]]);
});

test('a number that is given again belongs to another action', () => {
  rememberSettled({ ...kept(6), settledAtMs: 50 });
  const again = kept(6, { pressedAtMs: 11 });
  expect(asApplied([again])).toContain(again);
});
