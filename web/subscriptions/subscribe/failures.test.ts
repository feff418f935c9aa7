import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import { notReady } from '../../payments/card/card-entry.ts';
import {
  activationFailure,
  fieldOrder,
  payingFailure,
  paymentFailure,
  problemFailure,
  setupFailure,
  validationFailure,
} from './failures.ts';

const refusal = (status: number, message: string, code?: string) =>
  new ApiError(status, '', JSON.stringify({ message, code }));
const refused = (code: string, decline_code = code, message = 'The provider message.') =>
  paymentFailure({ status: 'requires_payment_method', last_payment_error: { code, decline_code, message } });

describe('Form Validation Error', () => {
  const wordsOf = (errors: Parameters<typeof validationFailure>[0]) => validationFailure(errors).description;

  test('has a friendly message for each field', () => {
    expect(validationFailure({ number: { message: 'Please enter a complete card number' } })).toMatchObject({
      title: 'Form Validation Error',
      description: 'Please enter a complete card number',
      variant: 'destructive',
      next: 'form',
      isAtField: true,
    });
    expect(wordsOf({ securityCode: {} })).toBe('Please enter the 3-digit security code (CVC)');
    expect(wordsOf({ expiry: {} })).toBe('Please enter a valid expiration date');
    for (const field of ['name', 'email', 'address', 'zip'] as const) {
      expect(wordsOf({ [field]: {} }), field).toBe('Please complete all required billing information fields');
    }
  });

  test('falls back when no message fits: a number that is not a test card, or no field', () => {
    expect(wordsOf({ number: { message: "This isn't a test card." } })).toBe('Please check all payment fields');
    expect(wordsOf({})).toBe('Please check all payment fields');
  });

  test('shows the first invalid field', () => {
    const all = Object.fromEntries(fieldOrder.map((field) => [field, {}]));
    expect(wordsOf(all)).toBe('Please complete all required billing information fields');
    expect(wordsOf({ zip: {}, securityCode: {}, expiry: {} })).toBe('Please enter a valid expiration date');
  });
});

describe("the provider's own form", () => {
  const said = (code: string, message = 'The provider message.') => problemFailure({ code, message });

  test('has the same friendly messages for its fields', () => {
    expect(said('incomplete_number')).toMatchObject({
      title: 'Form Validation Error',
      description: 'Please enter a complete card number',
      next: 'form',
    });
    expect(said('incomplete_cvc').description).toBe('Please enter the 3-digit security code (CVC)');
    expect(said('incomplete_expiry').description).toBe('Please enter a valid expiration date');
    for (const code of ['incomplete_payment_details', 'incomplete_zip', 'incomplete_address', 'incomplete_name']) {
      expect(said(code).description, code).toBe('Please complete all required billing information fields');
    }
    for (const code of ['invalid_number', 'invalid_expiry_year_past', '']) {
      expect(said(code).description, code).toBe('Please check all payment fields');
    }
    expect(['incomplete_cvc', 'invalid_number', ''].map((code) => said(code).isAtField)).toEqual([
      true,
      true,
      undefined,
    ]);
  });

  test('reports when it has not loaded', () => {
    expect(problemFailure(notReady)).toMatchObject({
      title: 'Subscription Error',
      description: 'Stripe not properly initialized',
    });
  });
});

describe('setting up', () => {
  test("Already Subscribed shows the server's message", () => {
    expect(setupFailure(refusal(409, 'Already Subscribed', 'already_subscribed'))).toMatchObject({
      title: 'Already Subscribed',
      description: 'Already Subscribed',
      next: 'subscribed',
    });
    expect(setupFailure(refusal(409, 'You have a plan.')).title).toBe('Already Subscribed');
  });

  test('Setup Failed covers everything else, including other conflicts', () => {
    expect(setupFailure(refusal(409, 'This payment was cancelled.', 'payment_canceled'))).toMatchObject({
      title: 'Setup Failed',
      description: 'This payment was cancelled.',
    });
    expect(setupFailure(refusal(400, 'Address is required'))).toMatchObject({ description: 'Address is required' });
    expect(setupFailure(new NetworkError(null)).description).toContain('Check your connection');
    expect(setupFailure(new Error('no client secret'))).toMatchObject({
      title: 'Setup Failed',
      description: 'Unable to set up subscription. Please try again.',
      next: 'form',
    });
  });
});

describe('paying', () => {
  test('returns null when it succeeded', () => {
    expect(paymentFailure({ status: 'succeeded', last_payment_error: null })).toBeNull();
  });

  test("Payment Failed shows the provider's message, or ours when the customer can fix it", () => {
    expect(refused('expired_card')).toMatchObject({ title: 'Payment Failed', description: 'The provider message.' });
    expect(refused('card_declined', 'insufficient_funds')?.description).toBe('The provider message.');
    for (const declineCode of ['generic_decline', 'fraudulent']) {
      expect(refused('card_declined', declineCode)?.description).toBe(
        'Your card was declined. Please try a different payment method.',
      );
    }
    expect(refused('incomplete_number')?.description).toBe('Please enter a complete card number');
    expect(refused('incomplete_cvc')?.description).toBe('Please enter a valid security code.');
    expect(refused('incomplete_expiry')?.description).toBe('Please enter a valid expiration date');
    expect(refused('odd', 'odd', '')?.description).toBe("Your payment didn't go through. Please try again.");
  });

  test('Payment Status Unclear covers a payment that neither succeeded nor failed', () => {
    expect(paymentFailure({ status: 'processing', last_payment_error: null })?.title).toBe('Payment Status Unclear');
  });

  test('Subscription Error covers anything else; a cancelled payment is set up again', () => {
    expect(payingFailure(new NetworkError(null))).toMatchObject({ title: 'Subscription Error', next: 'form' });
    expect(payingFailure(refusal(500, 'Something went wrong.'))).toMatchObject({
      description: 'Something went wrong.',
      next: 'form',
    });
    expect(payingFailure(refusal(409, 'This payment was cancelled.'))).toMatchObject({ next: 'new-payment' });
    expect(payingFailure(undefined).description).toContain("You won't be charged twice");
  });
});

describe('activating', () => {
  test('Activation Failed names the subscription', () => {
    for (const error of [refusal(500, 'Something went wrong.'), new NetworkError(null), undefined]) {
      expect(activationFailure(error, 'sub_7')).toMatchObject({
        title: 'Activation Failed',
        description:
          'Payment succeeded but subscription activation failed. Please contact support with subscription ID: sub_7',
        next: 'unactivated',
      });
    }
  });

  test('an unpaid plan returns to the form', () => {
    expect(activationFailure(refusal(402, 'Payment was not completed successfully'), 'sub_7')).toMatchObject({
      title: 'Payment Status Unclear',
      next: 'form',
    });
  });

  test('a plan that is about to start does not refer to support', () => {
    const words = 'Your payment went through. Your plan starts in a moment.';
    expect(activationFailure(refusal(503, words, 'starting'), 'sub_7')).toMatchObject({
      title: 'Activation Failed',
      description: words,
      next: 'unactivated',
    });
  });

  test('an automatic refund is reported and leads to a new payment', () => {
    const words = "We couldn't start this plan. Your money is on its way back.";
    expect(activationFailure(refusal(409, words, 'given_back'), 'sub_7')).toMatchObject({
      title: 'Activation Failed',
      description: words,
      next: 'new-payment',
    });
  });

  test('a second plan shows Already Subscribed', () => {
    expect(activationFailure(refusal(409, 'Already Subscribed', 'already_subscribed'), 'sub_7').next).toBe(
      'subscribed',
    );
  });
});
