import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { chargedLater, chargedOf, problemOf, savedOf, UnknownOutcomeError } from './results.ts';

const intent = (status: PaymentIntent.Status, last_payment_error: StripeError | null = null) =>
  ({ status, last_payment_error }) as PaymentIntent;
const declined: StripeError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const words = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' };

test('a confirmed payment is what its status says', () => {
  for (const status of ['succeeded', 'processing', 'requires_action'] as const) {
    expect(chargedOf({ paymentIntent: intent(status) })).toEqual({ status, last_payment_error: null });
  }
});

test('a refused card keeps the words of the bank', () => {
  expect(chargedOf({ error: declined })).toEqual({ status: 'requires_payment_method', last_payment_error: words });
  const refused: StripeError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
  };
  expect(chargedOf({ error: refused })?.last_payment_error?.message).toContain('unable to authenticate');
});

test('a payment that was paid or cancelled elsewhere is no refused card', () => {
  const twice: StripeError = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' };
  for (const status of ['succeeded', 'canceled'] as const) {
    expect(chargedOf({ error: { ...twice, payment_intent: intent(status) } })).toEqual({
      status,
      last_payment_error: null,
    });
  }
});

test('where nobody says what became of it, it is asked about', () => {
  for (const type of ['api_connection_error', 'api_error', 'invalid_request_error'] as const) {
    expect(chargedOf({ error: { type } }), type).toBeNull();
  }
  expect(chargedLater({ error: { type: 'api_connection_error' } })).toBeNull();
  expect(chargedLater({ paymentIntent: intent('succeeded', declined) })).toEqual({
    status: 'succeeded',
    last_payment_error: null,
  });
  expect(chargedLater({ paymentIntent: intent('requires_payment_method', declined) })).toEqual({
    status: 'requires_payment_method',
    last_payment_error: words,
  });
  expect(chargedLater({ paymentIntent: intent('requires_payment_method') })?.last_payment_error).toBeNull();
});

test('a card is saved, not saved, or nobody knows', () => {
  const setup = (status: SetupIntent.Status) => ({ status }) as SetupIntent;
  expect(savedOf({ setupIntent: setup('succeeded') })).toBeNull();
  expect(savedOf({ error: { type: 'invalid_request_error', setup_intent: setup('succeeded') } })).toBeNull();
  expect(savedOf({ error: declined })).toEqual(problemOf(declined));
  expect(savedOf({ setupIntent: setup('requires_payment_method') })).toMatchObject({ code: 'unsaved' });
  expect(() => savedOf({ error: { type: 'api_connection_error' } })).toThrow(UnknownOutcomeError);
});
