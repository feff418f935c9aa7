import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { chargeOf, chargeOfIntent, problemOf, saveProblemOf, UnknownOutcomeError } from './stripe-card.ts';

const intent = (status: PaymentIntent.Status, last_payment_error: StripeError | null = null) =>
  ({ status, last_payment_error }) as PaymentIntent;
const declined: StripeError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const words = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' };

test('a confirmed payment reports its status', () => {
  for (const status of ['succeeded', 'processing', 'requires_action'] as const) {
    expect(chargeOf({ paymentIntent: intent(status) })).toEqual({ status, last_payment_error: null });
  }
});

test("a declined card keeps the bank's message", () => {
  expect(chargeOf({ error: declined })).toEqual({ status: 'requires_payment_method', last_payment_error: words });
  const refused: StripeError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
  };
  expect(chargeOf({ error: refused })?.last_payment_error?.message).toContain('unable to authenticate');
});

test('a payment paid or cancelled elsewhere is not a declined card', () => {
  const twice: StripeError = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' };
  for (const status of ['succeeded', 'canceled'] as const) {
    expect(chargeOf({ error: { ...twice, payment_intent: intent(status) } })).toEqual({
      status,
      last_payment_error: null,
    });
  }
});

test('returns null for an unknown outcome, and reads it from the fetched payment', () => {
  for (const type of ['api_connection_error', 'api_error', 'invalid_request_error'] as const) {
    expect(chargeOf({ error: { type } }), type).toBeNull();
  }
  expect(chargeOfIntent({ error: { type: 'api_connection_error' } })).toBeNull();
  expect(chargeOfIntent({ paymentIntent: intent('succeeded', declined) })).toEqual({
    status: 'succeeded',
    last_payment_error: null,
  });
  expect(chargeOfIntent({ paymentIntent: intent('requires_payment_method', declined) })).toEqual({
    status: 'requires_payment_method',
    last_payment_error: words,
  });
  expect(chargeOfIntent({ paymentIntent: intent('requires_payment_method') })?.last_payment_error).toBeNull();
});

test('a card is saved, not saved, or the outcome is unknown', () => {
  const setup = (status: SetupIntent.Status) => ({ status }) as SetupIntent;
  expect(saveProblemOf({ setupIntent: setup('succeeded') })).toBeNull();
  expect(saveProblemOf({ error: { type: 'invalid_request_error', setup_intent: setup('succeeded') } })).toBeNull();
  expect(saveProblemOf({ error: declined })).toEqual(problemOf(declined));
  expect(saveProblemOf({ setupIntent: setup('requires_payment_method') })).toMatchObject({ code: 'unsaved' });
  const code = 'setup_intent_authentication_failure';
  expect(saveProblemOf({ error: { type: 'invalid_request_error', code } })).toMatchObject({ code });
  expect(() => saveProblemOf({ error: { type: 'api_connection_error' } })).toThrow(UnknownOutcomeError);
});
