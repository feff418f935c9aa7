import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import {
  explainCheckoutError,
  explainCheckoutProblem,
  explainCheckoutSetup,
  explainUnpaidCheckout,
} from './failure-words.ts';

const refusal = (status: number, message: string, code?: string) =>
  new ApiError(status, '', JSON.stringify({ message, code }));
const proxyPage = new ApiError(502, 'Bad Gateway', '<html><h1>502 Bad Gateway</h1></html>');
const title = 'Payment Setup Failed';
const message = 'Unable to initialize payment. Please try again or contact support.';

describe('setting up', () => {
  test('a refusal shows its reason and offers no retry', () => {
    expect(explainCheckoutSetup(refusal(400, 'The price of this pickup is $45.00.'))).toEqual({
      title,
      message,
      reason: 'The price of this pickup is $45.00.',
    });
  });

  test('an unexplained error can be retried', () => {
    expect(explainCheckoutSetup(proxyPage)).toEqual({ title, message, canRetry: true });
    expect(explainCheckoutSetup(new TypeError('x is undefined'))).toEqual({ title, message, canRetry: true });
    expect(explainCheckoutSetup(new NetworkError(null))).toMatchObject({
      title,
      canRetry: true,
      reason: expect.stringContaining('connection'),
    });
    expect(explainCheckoutSetup(refusal(429, 'Too many attempts.'))).toMatchObject({ canRetry: true });
  });

  test('an already paid payment is not a failure', () => {
    const paid = explainCheckoutSetup(refusal(409, 'This is already paid.', 'already_paid'));
    expect(paid).toMatchObject({ title: 'This is already paid', isPaid: true });
    expect(paid).not.toHaveProperty('canRetry');
  });
});

describe('paying', () => {
  test("a declined card shows the provider's message", () => {
    const last_payment_error = { code: 'expired_card', decline_code: '', message: 'Your card has expired.' };
    const expired = { title: 'Payment Failed', message: 'Your card has expired.' };
    expect(explainUnpaidCheckout({ status: 'requires_payment_method', last_payment_error })).toEqual(expired);
    const unclear = { title: 'Payment Failed', message: 'Payment was not completed successfully' };
    expect(explainUnpaidCheckout({ status: 'processing', last_payment_error: null })).toEqual(unclear);
    expect(explainUnpaidCheckout({ status: 'canceled', last_payment_error: null })).toEqual({
      ...unclear,
      isOver: true,
    });
    expect(explainUnpaidCheckout({ status: 'succeeded', last_payment_error: null })).toBeNull();
  });

  test("an incomplete form shows the provider's message", () => {
    const message = 'Your card number is incomplete.';
    expect(explainCheckoutProblem({ code: 'incomplete_number', message })).toEqual({
      title: 'Payment Failed',
      message,
    });
    expect(explainCheckoutProblem({ code: '', message: '' }).message).toBe('Payment was not completed successfully');
  });

  test('a payment that can never succeed needs a new one', () => {
    expect(explainCheckoutError(refusal(409, 'This payment was cancelled. Please try again.'))).toEqual({
      title: 'Payment Failed',
      message: 'This payment was cancelled. Please try again.',
      isOver: true,
    });
    expect(explainCheckoutError(refusal(400, 'Unknown test card'))).not.toHaveProperty('isOver');
  });

  test('money that goes back leaves nothing to pay', () => {
    const message = 'This can no longer be booked. Your money is on its way back.';
    expect(explainCheckoutError(refusal(409, message, 'given_back'))).toEqual({
      title: 'Payment Failed',
      message,
      isRefundedAutomatically: true,
    });
  });

  test.each([
    ["a proxy's error page", proxyPage],
    ['a lost connection', new NetworkError(null)],
    ['a bug in the page', new TypeError('x is undefined')],
  ])('%s is an error and promises that nothing is charged twice', (_, error) => {
    const problem = explainCheckoutError(error);
    expect(problem).toMatchObject({
      title: 'Payment Error',
      message: 'An unexpected error occurred. Please try again.',
    });
    expect(problem.hint).toContain("You won't be charged twice.");
    expect(problem).not.toHaveProperty('isOver');
  });
});
