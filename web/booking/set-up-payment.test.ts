import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { explainSetupFailure } from './set-up-payment.ts';

const refusal = (status: number, body: object) => new ApiError(status, '', JSON.stringify(body));

test('shows the status and body of an error', () => {
  expect(explainSetupFailure(refusal(500, { message: 'Something went wrong.' })).message).toEqual({
    title: 'Error',
    description: 'Payment setup failed: 500 {"message":"Something went wrong."}',
    variant: 'destructive',
  });
  const proxy = new ApiError(502, 'Bad Gateway', '<html><h1>Bad Gateway</h1></html>');
  expect(explainSetupFailure(proxy).message.description).toBe('Payment setup failed: 502 Bad Gateway');
  expect(explainSetupFailure(new ApiError(500, 'Internal Server Error', '')).message.description).toBe(
    'Payment setup failed: 500 Internal Server Error',
  );
});

test('returns to the step that has the mistake', () => {
  const late = { message: 'Please select a future date.', errors: { scheduledDate: 'Please select a future date.' } };
  expect(explainSetupFailure(refusal(400, late))).toMatchObject({ step: 1, message: { title: 'Invalid Date' } });
  const required = 'Address is required';
  for (const field of ['address', 'booking.address']) {
    const { step, problem } = explainSetupFailure(refusal(400, { message: required, errors: { [field]: required } }));
    expect({ step, problem }, field).toEqual({ step: 2, problem: { address: required, instructions: undefined } });
  }
});

test('leads back to the address when we do not serve it, and says why at the field', () => {
  const message = "We don't serve 19380 yet.";
  const refused = refusal(409, { message, code: 'area_not_served', errors: { zip: '19380' } });
  expect(explainSetupFailure(refused)).toMatchObject({
    step: 2,
    message: { title: message },
    problem: { address: message },
  });
});

test('shows other errors above the buttons, without the status', () => {
  const textOf = (error: unknown) => explainSetupFailure(error).problem.text;
  expect(textOf(refusal(500, { message: 'Something went wrong.' }))).toBe('Something went wrong.');
  expect(textOf(new NetworkError(null))).toContain('Check your connection');
  expect(textOf(undefined)).toBe('Failed to create booking. Please try again.');
});

test('shows the texts of BOOK-11 for other errors', () => {
  const noSecret = new Error('Payment setup failed - no client secret received');
  expect(explainSetupFailure(noSecret).message.description).toBe('Payment setup failed - no client secret received');
  expect(explainSetupFailure(new NetworkError(null)).message.title).toBe('Failed to create booking. Please try again.');
  expect(explainSetupFailure(undefined).message.title).toBe('Failed to create booking. Please try again.');
});
