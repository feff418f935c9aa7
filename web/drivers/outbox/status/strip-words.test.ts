import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError, SignedOutError } from '../../../api/api-error.ts';
import type { SavedAction } from '../action.ts';
import { hasSignal, unsentStopsText } from '../outbox-state.ts';
import { type StripFacts, stripOf } from './strip-words.ts';

const waiting = (pickupId: string, settledAtMs: number | null = null): SavedAction => {
  const place = { number: null, address: null };
  const work = { kind: 'complete' } as const;
  return { seq: 1, userId: 'u', pickupId, place, pressedAtMs: 0, work, key: 'press', attempts: 0, settledAtMs };
};

describe('stripOf', () => {
  const calm: StripFacts = {
    outbox: { actions: [], isSending: false, isUnreached: false, canSave: true },
    isOnline: true,
    hasRoute: true,
    error: null,
    wasSentLately: false,
    isCatchingUp: false,
  };
  const two = { ...calm.outbox, actions: [waiting('a'), waiting('b'), waiting('c', 5)] };

  test('without signal', () => {
    const text = (facts: Partial<StripFacts>) => stripOf({ ...calm, ...facts }).text;
    expect(text({ isOnline: false })).toBe('No signal. Your route is saved on this phone.');
    expect(text({ error: new NetworkError(null), hasRoute: false })).toBe('No signal.');
    expect(text({ outbox: { ...two, isUnreached: true } })).toBe('No signal. 2 waiting to be sent');
    expect(text({ error: new ApiError(502, '', '') })).toBe(
      "The server isn't responding. Your route is saved on this phone.",
    );
  });

  test('with signal', () => {
    const of = (facts: Partial<StripFacts>) => stripOf({ ...calm, ...facts });
    expect(of({})).toEqual({ tone: 'calm', text: 'Up to date' });
    expect(of({ outbox: two }).text).toBe('2 waiting to be sent');
    expect(of({ outbox: { ...two, isSending: true } }).text).toBe('Sending 2…');
    expect(of({ wasSentLately: true })).toEqual({ tone: 'sent', text: 'All sent' });
    expect(of({ isCatchingUp: true })).toEqual({ tone: 'reading', text: 'Loading your route…' });
    expect(of({ outbox: { ...calm.outbox, canSave: false } }).text).toBe("This phone's storage is full or blocked.");
    expect(of({ outbox: { ...two, canSave: false } }).text).toBe(
      "This phone's storage is full or blocked. 2 waiting to be sent",
    );
  });
});

test('hasSignal: a session that ended is not a lost signal', () => {
  const facts = { outbox: { isUnreached: false }, isOnline: true, error: null };
  expect(hasSignal(facts)).toBe(true);
  expect(hasSignal({ ...facts, error: new SignedOutError('') })).toBe(true);
  expect(hasSignal({ ...facts, error: new NetworkError(null) })).toBe(false);
  expect(hasSignal({ ...facts, isOnline: false })).toBe(false);
  expect(hasSignal({ ...facts, outbox: { isUnreached: true } })).toBe(false);
});

test('unsentStopsText counts stops, not actions', () => {
  expect(unsentStopsText({ actions: [waiting('a', 5)] })).toBeNull();
  expect(unsentStopsText({ actions: [waiting('a'), waiting('a')] })).toBe("1 stop hasn't been sent yet");
  expect(unsentStopsText({ actions: [waiting('a'), waiting('b')] })).toBe("2 stops haven't been sent yet");
});
