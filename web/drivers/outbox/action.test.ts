import { describe, expect, it, test } from 'vitest';
import { noteText, type SavedAction, weightOf } from './action.ts';
import { repeats, supersedes, unsentPressOf } from './waiting-rules.ts';

test('removes half an emoji that the field has cut off', () => {
  expect(noteText(' Gate \ud83d')).toBe('Gate');
  expect(noteText('a\0b 👍\udc4d')).toBe('ab 👍');
  expect(noteText('\ud83d')).toBe('');
});

test('a newer note or photo replaces the older one; a repeated completion counts once', () => {
  const of = (work: SavedAction['work']) => ({ pickupId: 'a', work, key: 'own' });
  const before = of({ kind: 'photo', moment: 'before', image: null, address: null });
  const after = of({ kind: 'photo', moment: 'after', image: null, address: null });
  const note = of({ kind: 'note', note: 'x' });
  expect(supersedes(before, before)).toBe(true);
  expect(supersedes(after, before)).toBe(false);
  expect(supersedes(note, note)).toBe(true);
  expect(supersedes(note, { ...note, pickupId: 'b' })).toBe(false);
  const complete = of({ kind: 'complete' });
  expect(supersedes(complete, complete)).toBe(false);
  expect(repeats(complete, [complete])).toBe(true);
  expect(repeats(complete, [note])).toBe(false);
  expect(repeats(complete, [{ ...complete, pickupId: 'b' }])).toBe(false);
});

describe('a visit to a disposal site', () => {
  const of = (work: SavedAction['work'], wasSent = false) => ({ pickupId: 'v', work, key: 'own', wasSent });
  const emptied = of({ kind: 'emptied', siteId: 's' });
  const tons = of({ kind: 'tons', siteId: 's', tons: 3.25, emptiedAtMs: 1 });
  const ticket = of({ kind: 'ticket', image: null });
  const undo = of({ kind: 'undo', what: 'emptied', pressKey: 'key' });

  it('is saved under its own id, the weight with the time at which the truck was emptied', () => {
    const visit = { id: 'v', siteId: 's', emptiedAt: '2026-11-23T15:00:00.000Z' };
    const work = { kind: 'tons', siteId: 's', tons: 3.25, emptiedAtMs: Date.UTC(2026, 10, 23, 15) };
    expect(weightOf(visit, 3.25)).toEqual({ pickupId: 'v', work });
  });

  it('counts once when pressed twice, and again after an undo', () => {
    expect(repeats(emptied, [emptied])).toBe(true);
    expect(repeats(emptied, [emptied, tons])).toBe(true);
    expect(repeats(emptied, [{ ...emptied, wasSent: true }, undo])).toBe(false);
  });

  it('has one weight and one photo, which an undo drops with the press', () => {
    for (const one of [tons, ticket]) expect([supersedes(one, one), supersedes(undo, one)]).toEqual([true, true]);
    expect(supersedes(tons, emptied)).toBe(false);
    expect(supersedes(undo, { ...tons, pickupId: 'a' })).toBe(false);
    expect(unsentPressOf(undo, [emptied, tons])).toBe(emptied);
    expect(unsentPressOf(undo, [{ ...emptied, wasSent: true }, tons])).toBeUndefined();
  });
});

test('Incomplete replaces a Complete that has failed, and no other', () => {
  const incomplete = {
    pickupId: 'a',
    work: { kind: 'incomplete', reason: 'no-access', note: null, photoFollows: false },
  } as const;
  const complete = { pickupId: 'a', work: { kind: 'complete' }, key: 'own' } as const;
  expect(supersedes(incomplete, complete)).toBe(false);
  expect(supersedes(incomplete, { ...complete, hasFailed: true })).toBe(true);
});

test('a newer count replaces the older one', () => {
  const count = { pickupId: 'a', work: { kind: 'bags', bags: 12 }, key: 'own' } as const;
  expect(supersedes(count, count)).toBe(true);
  expect(supersedes(count, { ...count, work: { kind: 'note', note: 'x' } })).toBe(false);
});

describe('an undo', () => {
  const of = (work: SavedAction['work'], wasSent = false) => ({ pickupId: 'a', work, key: 'own', wasSent });
  const complete = of({ kind: 'complete' });
  const incomplete = of({ kind: 'incomplete', reason: 'no-access', note: null, photoFollows: false });
  const undo = of({ kind: 'undo', what: 'complete', pressKey: 'k' });

  it('drops a press that was never sent, and follows one that may have arrived', () => {
    expect(unsentPressOf(undo, [incomplete, complete])).toBe(complete);
    expect(unsentPressOf(undo, [{ ...complete, wasSent: true }])).toBeUndefined();
    // The server has accepted the press already, so it isn't waiting.
    expect(unsentPressOf(undo, [])).toBeUndefined();
    expect(unsentPressOf(undo, [{ ...complete, pickupId: 'b' }])).toBeUndefined();
    expect(
      unsentPressOf({ ...undo, work: { ...undo.work, what: 'incomplete' } as typeof undo.work }, [incomplete]),
    ).toBe(incomplete);
    expect(unsentPressOf(complete, [complete])).toBeUndefined();
  });

  it('replaces a Complete that may have arrived, by its key', () => {
    const sent = { ...complete, wasSent: true, key: 'k' };
    expect(supersedes(undo, sent)).toBe(true);
    expect(supersedes(undo, { ...sent, key: 'of another press' })).toBe(false);
    expect(supersedes({ ...undo, pickupId: 'b' }, sent)).toBe(false);
    expect(supersedes(of({ kind: 'undo', what: 'incomplete', pressKey: 'k' }), { ...incomplete, key: 'k' })).toBe(
      false,
    );
  });

  it('counts once when pressed twice, and Complete counts again after it', () => {
    expect(repeats(undo, [{ ...complete, wasSent: true }])).toBe(false);
    expect(repeats(undo, [{ ...complete, wasSent: true }, undo])).toBe(true);
    expect(repeats(complete, [{ ...complete, wasSent: true }, undo])).toBe(false);
    expect(repeats(undo, [undo, incomplete])).toBe(false);
  });
});
