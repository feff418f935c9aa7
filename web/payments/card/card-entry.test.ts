import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../api/api-error.ts';
import { explainPaymentError } from '../payment-dialog/state.ts';
import { testCardEntry } from './card-entry.ts';

afterEach(() => vi.unstubAllGlobals());

test('a charge without a response gives up after a time, and says that nothing is charged twice', async () => {
  const timedOut = new DOMException('The operation timed out.', 'TimeoutError');
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(timedOut));
  vi.stubGlobal('localStorage', { getItem: () => 'a-token', setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return new Promise(() => {});
  });
  const failure = await testCardEntry('pi_1', 'pm_card_visa')
    .charge()
    .catch((error: unknown) => error);
  expect(limit).toHaveBeenCalledWith(30_000);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(explainPaymentError(failure)).toEqual({
    message: 'Payment processing failed',
    detail: "We couldn't reach the server. Check your connection and try again. You won't be charged twice.",
  });
});
