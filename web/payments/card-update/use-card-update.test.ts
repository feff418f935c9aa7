import { expect, test } from 'vitest';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { cardUpdateToast, explainFinishing, explainOpening, explainUnsaved } from './use-card-update.ts';

const refusal = (status: number, message: string) => new ApiError(status, '', JSON.stringify({ message }));

test("a declined card shows the bank's message and says the plan is unchanged", () => {
  expect(explainFinishing(refusal(402, 'Your card has insufficient funds.'))).toMatchObject({
    message: 'Your card has insufficient funds.',
    detail: expect.stringContaining("Your plan hasn't changed."),
    isRefused: true,
  });
});

test('a bank that asks for a confirmation is pointed to the link', () => {
  const body = JSON.stringify({ message: 'Your card was declined.', code: 'authentication_required' });
  expect(explainFinishing(new ApiError(402, '', body))).toEqual({
    message: 'Your bank asks you to confirm this payment.',
    detail: 'Use the link below to pay it and confirm with your bank, or use another card.',
    isRefused: true,
  });
});

test('a card that the bank did not confirm has its own words', () => {
  const problem = { code: 'setup_intent_authentication_failure', message: 'We are unable to authenticate.' };
  expect(explainUnsaved(problem)).toEqual({
    message: "Your bank didn't confirm the card, so it wasn't saved.",
    detail: expect.stringContaining("Your plan hasn't changed."),
  });
});

test('a plan that has ended is not a declined card', () => {
  expect(explainFinishing(refusal(409, 'This plan has ended.'))).toEqual({ message: 'This plan has ended.' });
});

test('a lost response promises that nothing is charged twice', () => {
  for (const error of [new NetworkError(null), refusal(500, 'Something went wrong.'), new Error('odd')]) {
    expect(explainFinishing(error).detail).toContain("You won't be charged twice.");
    expect(explainFinishing(error)).not.toHaveProperty('isRefused');
  }
});

test('explains a form that failed to open and a card that was not saved', () => {
  expect(explainOpening(new NetworkError(null)).detail).toContain('Check your connection');
  expect(explainUnsaved({ code: 'x', message: 'Your card number is incomplete.' }).message).toContain('incomplete');
  expect(explainUnsaved({ code: 'x', message: '' }).message).toContain('another one');
});

test('the toast says what happened', () => {
  const due = '2026-11-18T16:00:00.000Z';
  const after = (pastDueSince: string | null, status = 'active') => ({ pastDueSince, status }) as Subscription;
  const said = (before: string | null, later: string | null) =>
    cardUpdateToast({ pastDueSince: before }, after(later)).description;
  expect(said(null, null)).toBe("We'll charge your plan to this card from now on.");
  expect(said(due, null)).toBe('Your payment went through, and your plan continues.');
  expect(cardUpdateToast({ pastDueSince: due }, after(null, 'paused')).description).toBe(
    'Your payment went through. Your plan is still paused.',
  );
  expect(said(due, due)).toBe('The amount due will be charged to it.');
});
