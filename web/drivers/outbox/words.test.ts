import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { repeats, type SavedAction, splitAction, supersedes } from './action.ts';
import { refusedSentence } from './refused-words.ts';
import { type StripFacts, stripOf } from './status/strip-words.ts';
import { unsentStopsText } from './unsent-words.ts';

const place = { number: 12, address: '742 S 10th St, Philadelphia, PA 19147' };
const waiting = (pickupId: string, settledAtMs: number | null = null): SavedAction => {
  const work = { kind: 'complete' } as const;
  return { seq: 1, userId: 'u', pickupId, place, pressedAtMs: 0, work, attempts: 0, settledAtMs };
};

describe('trouble', () => {
  test('says which stop, and what was not done', () => {
    expect(refusedSentence(place, { kind: 'complete' }, null)).toBe(
      'Stop 12, 742 S 10th St, was taken off your route. It was not completed.',
    );
    expect(refusedSentence({ ...place, number: null }, { kind: 'note', note: '' }, null)).toBe(
      'The stop at 742 S 10th St was taken off your route. Your note was not saved.',
    );
    expect(refusedSentence({ number: null, address: null }, { kind: 'complete' }, null)).toBe(
      'A stop was taken off your route. It was not completed.',
    );
  });

  test("gives the server's reason", () => {
    const photo = { kind: 'photo', moment: 'after', image: null } as const;
    expect(refusedSentence(place, photo, 'The picture is damaged')).toBe(
      'Stop 12, 742 S 10th St: The picture is damaged. Your photo was not saved.',
    );
  });
});

describe('the strip', () => {
  const calm: StripFacts = {
    outbox: { actions: [], isSending: false, isUnreached: false, keeps: true },
    isOnline: true,
    hasRoute: true,
    error: null,
    wasSentLately: false,
    isCatchingUp: false,
  };
  const two = { ...calm.outbox, actions: [waiting('a'), waiting('b'), waiting('c', 5)] };

  test('without signal', () => {
    const text = (facts: Partial<StripFacts>) => stripOf({ ...calm, ...facts }).text;
    expect(text({ isOnline: false })).toBe('No signal. Your route is on this phone.');
    expect(text({ error: new NetworkError(null), hasRoute: false })).toBe('No signal.');
    expect(text({ outbox: { ...two, isUnreached: true } })).toBe('No signal. 2 waiting to be sent');
    expect(text({ error: new ApiError(502, '', '') })).toBe(
      'The server is not answering. Your route is on this phone.',
    );
  });

  test('with signal', () => {
    const of = (facts: Partial<StripFacts>) => stripOf({ ...calm, ...facts });
    expect(of({})).toEqual({ tone: 'calm', text: 'Up to date' });
    expect(of({ outbox: two }).text).toBe('2 waiting to be sent');
    expect(of({ outbox: { ...two, isSending: true } }).text).toBe('Sending 2…');
    expect(of({ wasSentLately: true })).toEqual({ tone: 'sent', text: 'All sent' });
    expect(of({ isCatchingUp: true })).toEqual({ tone: 'reading', text: 'Reading your route…' });
    expect(of({ outbox: { ...calm.outbox, keeps: false } }).tone).toBe('offline');
  });
});

test('unsent stops are counted, not entries', () => {
  expect(unsentStopsText({ actions: [waiting('a', 5)] })).toBeNull();
  expect(unsentStopsText({ actions: [waiting('a'), waiting('a')] })).toBe('1 stop has not been sent yet');
  expect(unsentStopsText({ actions: [waiting('a'), waiting('b')] })).toBe('2 stops have not been sent yet');
});

describe('actions', () => {
  test('a bulk completion is one entry a stop', () => {
    expect(splitAction({ kind: 'complete', pickupIds: ['a', 'b', 'a'] }).map(({ pickupId }) => pickupId)).toEqual([
      'a',
      'b',
    ]);
    expect(splitAction({ kind: 'incomplete', pickupId: 'a', reason: 'other', note: '  ' })).toEqual([
      { pickupId: 'a', work: { kind: 'incomplete', reason: 'other', note: null } },
    ]);
  });

  test('a newer note or photo takes the place of the older; a completion is meant once', () => {
    const of = (work: SavedAction['work']) => ({ pickupId: 'a', work });
    const before = of({ kind: 'photo', moment: 'before', image: null });
    const after = of({ kind: 'photo', moment: 'after', image: null });
    const note = of({ kind: 'note', note: 'x' });
    expect(supersedes(before, before)).toBe(true);
    expect(supersedes(after, before)).toBe(false);
    expect(supersedes(note, note)).toBe(true);
    expect(supersedes(note, { ...note, pickupId: 'b' })).toBe(false);
    const complete = of({ kind: 'complete' });
    expect(supersedes(complete, complete)).toBe(false);
    expect(repeats(complete, complete)).toBe(true);
    expect(repeats(complete, note)).toBe(false);
  });
});
