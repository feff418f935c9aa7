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
  test('a refusal keeps its reason, and trying the same again is no use', () => {
    expect(explainCheckoutSetup(refusal(400, 'The price of this pickup is $45.00.'))).toEqual({
      title,
      message,
      reason: 'The price of this pickup is $45.00.',
    });
  });

  test('what nobody explained may pass', () => {
    expect(explainCheckoutSetup(proxyPage)).toEqual({ title, message, mayPass: true });
    expect(explainCheckoutSetup(new TypeError('x is undefined'))).toEqual({ title, message, mayPass: true });
    expect(explainCheckoutSetup(new NetworkError(null))).toMatchObject({
      title,
      mayPass: true,
      reason: expect.stringContaining('connection'),
    });
    expect(explainCheckoutSetup(refusal(429, 'Too many attempts.'))).toMatchObject({ mayPass: true });
  });

  test('what is paid is no failure', () => {
    const paid = explainCheckoutSetup(refusal(409, 'This is paid already.', 'already_paid'));
    expect(paid).toMatchObject({ title: 'This is paid already', isPaid: true });
    expect(paid).not.toHaveProperty('mayPass');
  });
});

describe('paying', () => {
  test("a refused card has the provider's words", () => {
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

  test("a form that is not filled in has the provider's words", () => {
    const message = 'Your card number is incomplete.';
    expect(explainCheckoutProblem({ code: 'incomplete_number', message })).toEqual({
      title: 'Payment Failed',
      message,
    });
    expect(explainCheckoutProblem({ code: '', message: '' }).message).toBe('Payment was not completed successfully');
  });

  test('a payment that is over needs a new one', () => {
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
    ['the page of a proxy', proxyPage],
    ['a lost connection', new NetworkError(null)],
    ['a fault of ours', new TypeError('x is undefined')],
  ])('%s is an error, and promises that nothing is charged twice', (_, error) => {
    const trouble = explainCheckoutError(error);
    expect(trouble).toMatchObject({
      title: 'Payment Error',
      message: 'An unexpected error occurred. Please try again.',
    });
    expect(trouble.hint).toContain('You will not be charged twice.');
    expect(trouble).not.toHaveProperty('isOver');
  });
});
