import { expect, test } from 'vitest';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { cardUpdateNews, explainFinishing, explainOpening, explainUnsaved } from './words.ts';

const refusal = (status: number, message: string) => new ApiError(status, '', JSON.stringify({ message }));

test('a refused card is said in the words of the bank, and nothing is lost', () => {
  expect(explainFinishing(refusal(402, 'Your card has insufficient funds.'))).toMatchObject({
    message: 'Your card has insufficient funds.',
    detail: expect.stringContaining('Your plan stays as it is.'),
    isRefused: true,
  });
});

test('a plan that is over is no refused card', () => {
  expect(explainFinishing(refusal(409, 'This plan has ended.'))).toEqual({ message: 'This plan has ended.' });
});

test('an answer that was lost promises that nothing is charged twice', () => {
  for (const error of [new NetworkError(null), refusal(500, 'Something went wrong.'), new Error('odd')]) {
    expect(explainFinishing(error).detail).toContain('You will not be charged twice.');
    expect(explainFinishing(error)).not.toHaveProperty('isRefused');
  }
});

test('a form that cannot be opened, and a card that was not saved', () => {
  expect(explainOpening(new NetworkError(null)).detail).toContain('Check your connection');
  expect(explainUnsaved({ code: 'x', message: 'Your card number is incomplete.' }).message).toContain('incomplete');
  expect(explainUnsaved({ code: 'x', message: '' }).message).toContain('another one');
});

test('the news say what has come of it', () => {
  const due = '2026-11-18T16:00:00.000Z';
  const after = (pastDueSince: string | null, status = 'active') => ({ pastDueSince, status }) as Subscription;
  const said = (before: string | null, later: string | null) =>
    cardUpdateNews({ pastDueSince: before }, after(later)).description;
  expect(said(null, null)).toBe('Your plan is charged to it from now on.');
  expect(said(due, null)).toBe('Your payment went through, and your plan goes on.');
  expect(cardUpdateNews({ pastDueSince: due }, after(null, 'paused')).description).toBe(
    'Your payment went through. Your plan is still paused.',
  );
  expect(said(due, due)).toBe('What is due will be charged to it.');
});
