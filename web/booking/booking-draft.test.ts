import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  afterOtherTab,
  amountOf,
  asPickup,
  asPlan,
  describeDraft,
  isPlanDraft,
  loadDraft,
  newDraft,
  parseDraft,
  removeDraft,
  resumeDraft,
  saveDraft,
} from './booking-draft.ts';

const customer = { id: '0192aaaa-0000-7000-8000-000000000001', address: '1127 S 9th St, Philadelphia, PA 19147' };
const now = new Date('2026-11-21T17:00:00Z');
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(removeDraft);
afterEach(removeDraft);

describe('a new draft', () => {
  test('is the smallest tier, tomorrow at 10:00 in New York, at the account address', () => {
    expect(newDraft(customer, now)).toMatchObject({
      bagCount: 4,
      scheduledDate: '2026-11-22T15:00:00.000Z',
      serviceType: 'next-day',
      address: customer.address,
      draftKey: expect.stringMatching(uuid),
    });
    expect(amountOf(newDraft(customer, now))).toBe('30.00');
  });

  // Browsers have randomUUID only in secure contexts, and a demo may be opened over plain http on a local network.
  test('gets a key when randomUUID is missing', () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
    expect(newDraft(customer, now).draftKey).toMatch(uuid);
    vi.unstubAllGlobals();
  });
});

describe('a stored draft', () => {
  test('is loaded unchanged', () => {
    const draft = { ...newDraft(customer, now), bagCount: 8, step: 3 as const, paymentIntentId: 'pi_1', isPaid: true };
    saveDraft(draft);
    expect(loadDraft(customer.id)).toEqual(draft);
  });

  test('is discarded when it is invalid', () => {
    const good = newDraft(customer, now);
    const wrong = [
      null,
      '',
      'not json',
      '42',
      '[]',
      '{}',
      JSON.stringify({ ...good, bagCount: 26 }),
      JSON.stringify({ ...good, bagCount: '8' }),
      JSON.stringify({ ...good, scheduledDate: 'soon' }),
      JSON.stringify({ ...good, address: 'x'.repeat(256) }),
    ];
    for (const json of wrong) expect(parseDraft(json, customer.id), String(json)).toBeNull();
  });

  test('with only the required fields is accepted (DATA-15) and gets a key', () => {
    const stored = JSON.stringify({
      serviceType: 'one-time',
      bagCount: 8,
      scheduledDate: '2026-11-26T14:00:00.000Z',
      address: '1 Elm St',
      specialInstructions: null,
      packageType: null,
    });
    expect(parseDraft(stored, customer.id)).toMatchObject({
      bagCount: 8,
      specialInstructions: '',
      step: 1,
      draftKey: expect.stringMatching(uuid),
    });
  });

  test('of another customer is ignored', () => {
    saveDraft(newDraft(customer, now));
    expect(loadDraft('0192aaaa-0000-7000-8000-000000000002')).toBeNull();
  });

  test('resumes, but not on a date that has passed', () => {
    const draft = { ...newDraft(customer, now), step: 3 as const };
    expect(resumeDraft(draft, customer, now, null)).toEqual(draft);
    const twoDaysLater = new Date('2026-11-23T17:00:00Z');
    expect(resumeDraft(draft, customer, twoDaysLater, null)).toMatchObject({
      draftKey: draft.draftKey,
      scheduledDate: '2026-11-24T15:00:00.000Z',
      serviceType: 'next-day',
      step: 1,
    });
  });

  test('changes its service type after midnight', () => {
    const draft = { ...newDraft(customer, now), step: 3 as const };
    const afterMidnight = new Date('2026-11-22T05:30:00Z');
    expect(resumeDraft(draft, customer, afterMidnight, null)).toEqual({ ...draft, serviceType: 'same-day' });
  });
});

describe('a plan', () => {
  const plan = {
    ...newDraft(customer, now),
    ...asPlan('heavy-duty'),
    preferredDay: 'friday',
    step: 3 as const,
  } as const;

  test('keeps its preferences, whatever day it is resumed on', () => {
    saveDraft(plan);
    expect(loadDraft(customer.id)).toMatchObject({
      serviceType: 'subscription',
      packageType: 'heavy-duty',
      preferredDay: 'friday',
      preferredTime: 'morning',
    });
    expect(resumeDraft(plan, customer, now, null)).toBe(plan);
    const monthsLater = new Date('2027-02-01T17:00:00Z');
    expect(resumeDraft(plan, customer, monthsLater, null)).toEqual({
      ...plan,
      scheduledDate: '2027-02-02T15:00:00.000Z',
    });
  });

  test('costs one month and is described by its days', () => {
    expect([amountOf(plan), describeDraft(plan)]).toEqual(['75.00', 'Heavy Duty, every Monday and Thursday']);
    const weekly = { ...plan, packageType: 'basic' as const };
    expect([amountOf(weekly), describeDraft(weekly)]).toEqual(['35.00', 'Basic Package, every Friday']);
  });

  test('is Clean & Carry by default', () => {
    expect(asPlan(null)).toMatchObject({ packageType: 'clean-carry' });
    expect(amountOf({ ...plan, packageType: null })).toBe('60.00');
  });

  test('and a pickup can be switched without sharing a payment', () => {
    const begun = { ...plan, paymentIntentId: 'pi_1', subscriptionId: 'sub_1', clientSecret: 's', isSubmitted: true };
    const pickup = { ...begun, ...asPickup(begun, now) };
    expect(isPlanDraft(pickup)).toBe(false);
    expect(pickup).toMatchObject({ serviceType: 'next-day', bagCount: 4 });
    for (const draft of [pickup, { ...begun, ...asPlan(null) }]) {
      expect([draft.paymentIntentId, draft.subscriptionId, draft.clientSecret, draft.isSubmitted]).toEqual(
        Array(4).fill(undefined),
      );
    }
  });
});

describe('another tab', () => {
  const draft = { ...newDraft(customer, now), paymentIntentId: 'pi_1' };

  test('that paid, dropped or finished this draft leaves a separate booking here', () => {
    for (const stored of [null, { ...draft, isSubmitted: true, isPaid: true }]) {
      const after = afterOtherTab(draft, stored);
      expect(after.draftKey).not.toBe(draft.draftKey);
      expect(after).toMatchObject({ bagCount: draft.bagCount, paymentIntentId: undefined });
    }
  });

  test('that only continues it, or has a separate booking, changes nothing', () => {
    expect(afterOtherTab(draft, { ...draft, step: 3, isSubmitted: true })).toBe(draft);
    expect(afterOtherTab(draft, { ...newDraft(customer, now), isPaid: true })).toBe(draft);
  });

  test('does not take over a payment that is in progress here', () => {
    const paying = { ...draft, isSubmitted: true };
    expect(afterOtherTab(paying, null)).toBe(paying);
  });
});
