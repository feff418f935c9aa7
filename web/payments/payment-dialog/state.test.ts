import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { notReady } from '../card/card-entry.ts';
import { explainFinalizeError, explainPaymentError, explainProblem, explainUnpaid, toastOf } from './state.ts';

const refusal = (status: number, message: string) => new ApiError(status, '', JSON.stringify({ message }));

test("a declined card shows the provider's message", () => {
  const last_payment_error = { code: 'expired_card', decline_code: '', message: 'Your card has expired.' };
  const status = 'requires_payment_method';
  expect(explainUnpaid({ status, last_payment_error })?.message).toBe('Your card has expired.');
  expect(explainUnpaid({ status, last_payment_error: null })?.message).toBe('Payment failed');
});

test('a success is no problem, a pending payment is not completed, and a cancelled one is over', () => {
  expect(explainUnpaid({ status: 'succeeded', last_payment_error: null })).toBeNull();
  for (const status of ['processing', 'requires_action']) {
    const problem = explainUnpaid({ status, last_payment_error: null });
    expect(problem).toMatchObject({ message: 'Payment was not completed successfully' });
    expect(problem).not.toHaveProperty('isOver');
  }
  expect(explainUnpaid({ status: 'canceled', last_payment_error: null })).toMatchObject({
    message: 'Payment failed',
    isOver: true,
  });
});

test("an incomplete form shows the provider's message", () => {
  expect(explainProblem({ code: 'incomplete_number', message: 'Your card number is incomplete.' })).toEqual({
    message: 'Your card number is incomplete.',
  });
  expect(explainProblem({ code: 'odd', message: '' }).message).toBe('Payment failed');
  expect(explainProblem(notReady)).toMatchObject({
    message: 'Stripe not properly initialized',
    detail: expect.stringContaining('still loading'),
  });
});

test("a refused payment shows the server's message, and is over when it can never succeed", () => {
  expect(explainPaymentError(refusal(409, 'This payment was cancelled. Please try again.'))).toEqual({
    message: 'This payment was cancelled. Please try again.',
    isOver: true,
  });
  expect(explainPaymentError(refusal(400, 'Unknown test card'))).toEqual({ message: 'Unknown test card' });
});

test('a failing or unreachable server means that processing failed', () => {
  expect(explainPaymentError(refusal(500, 'Something went wrong.'))).toEqual({
    message: 'Payment processing failed',
    detail: 'Something went wrong.',
  });
  expect(explainPaymentError(new NetworkError(null))).toMatchObject({
    message: 'Payment processing failed',
    detail: expect.stringContaining('Check your connection'),
  });
  expect(explainPaymentError(undefined).message).toBe('Payment processing failed');
});

test("an automatic refund shows the server's message and is over", () => {
  const message = 'This can no longer be booked. Your money is on its way back.';
  const error = new ApiError(409, '', JSON.stringify({ message, code: 'given_back' }));
  expect(explainFinalizeError(error)).toEqual({ message, isOver: true, isPaid: false });
});

test('an unpaid payment returns to the form, a paid one can be finished', () => {
  expect(explainFinalizeError(refusal(402, 'No'))).toEqual({
    message: 'Payment was not completed successfully',
    isPaid: false,
  });
  expect(explainFinalizeError(refusal(500, 'No'))).toEqual({
    message: 'There was an issue finalizing your booking.',
    isPaid: true,
  });
});

test.each([
  [{ message: 'Payment failed' }, 'Payment failed', undefined],
  [{ message: 'Your card was declined.' }, 'Payment failed', 'Your card was declined.'],
  [{ message: 'Payment failed', detail: 'Start again.' }, 'Payment failed', 'Start again.'],
  [
    { message: 'Payment processing failed', detail: 'Check your connection.' },
    'Payment processing failed',
    'Check your connection.',
  ],
  [{ message: 'Payment was not completed successfully' }, 'Payment was not completed successfully', undefined],
  [
    { message: 'Stripe not properly initialized', detail: 'Still loading.' },
    'Stripe not properly initialized',
    'Still loading.',
  ],
  [
    { message: 'There was an issue finalizing your booking.', detail: 'It is saved.' },
    'There was an issue finalizing your booking.',
    'It is saved.',
  ],
])('%o is a destructive toast', (problem, title, description) => {
  expect(toastOf(problem)).toEqual({ title, ...(description && { description }), variant: 'destructive' });
});
