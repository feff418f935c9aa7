import { ApiError, messageOf } from '../../api/api-error.ts';

/** Returns the message above a form's button after a failure; undefined when the fields show what is wrong. */
export function placedMessageOf(error: unknown, fallback: string): string | undefined {
  if (!(error instanceof ApiError)) return messageOf(error, fallback);
  if (Object.keys(error.errors).length > 0) return undefined;
  // The fallback asks people to check what they typed. That is wrong advice when a proxy fails.
  const isOutage = error.status >= 500 && !error.isExplained;
  return isOutage ? 'Something went wrong on our side. Please try again in a minute.' : messageOf(error, fallback);
}
