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
  const blank = { message: 'Address is required', errors: { address: 'Address is required' } };
  expect(explainSetupFailure(refusal(400, blank))).toMatchObject({ step: 2 });
});

test('shows the texts of BOOK-11 for other errors', () => {
  const noSecret = new Error('Payment setup failed - no client secret received');
  expect(explainSetupFailure(noSecret).message.description).toBe('Payment setup failed - no client secret received');
  expect(explainSetupFailure(new NetworkError(null)).message.title).toBe('Failed to create booking. Please try again.');
  expect(explainSetupFailure(undefined).message.title).toBe('Failed to create booking. Please try again.');
});
