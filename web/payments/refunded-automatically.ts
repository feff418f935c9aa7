import { ApiError } from '../api/api-error.ts';

/** Whether the server says that the money found nothing to buy and goes back: nothing is left to pay or to finish. */
export function isRefundedAutomatically(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'given_back';
}
