import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amountOf, loadDraft, newDraft, parseDraft, removeDraft, resumeDraft, saveDraft } from './booking-draft.ts';
import { newDraftKey } from './draft-key.ts';

const customer = { id: '0192aaaa-0000-7000-8000-000000000001', address: '1127 S 9th St, Philadelphia, PA 19147' };
const now = new Date('2026-11-21T17:00:00Z');
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(removeDraft);
afterEach(removeDraft);

describe('a new draft', () => {
  test('is the smallest tier, tomorrow at 10:00 in New York, at home', () => {
    expect(newDraft(customer, now)).toMatchObject({
      bagCount: 4,
      scheduledDate: '2026-11-22T15:00:00.000Z',
      serviceType: 'next-day',
      address: customer.address,
      draftKey: expect.stringMatching(uuid),
    });
    expect(amountOf(newDraft(customer, now))).toBe('30.00');
  });

  test('gets a key where randomUUID is missing', () => {
    const key = newDraftKey({ getRandomValues: (array) => crypto.getRandomValues(array) });
    expect(key).toMatch(uuid);
  });
});

describe('a stored draft', () => {
  test('comes back as it was', () => {
    const draft = { ...newDraft(customer, now), bagCount: 8, step: 3 as const, paymentIntentId: 'pi_1', isPaid: true };
    saveDraft(draft);
    expect(loadDraft(customer.id)).toEqual(draft);
  });

  test('is discarded when it is wrong', () => {
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

  test('with the fields of the specification alone is taken and gets a key', () => {
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

  test('of somebody else is nothing', () => {
    saveDraft(newDraft(customer, now));
    expect(loadDraft('0192aaaa-0000-7000-8000-000000000002')).toBeNull();
  });

  test('goes on, but not on a day that is past', () => {
    const draft = { ...newDraft(customer, now), step: 3 as const };
    expect(resumeDraft(draft, customer, now, null)).toBe(draft);
    const twoDaysLater = new Date('2026-11-23T17:00:00Z');
    expect(resumeDraft(draft, customer, twoDaysLater, null)).toMatchObject({
      draftKey: draft.draftKey,
      scheduledDate: '2026-11-24T15:00:00.000Z',
      step: 1,
    });
  });
});
