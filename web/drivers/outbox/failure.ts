import { ApiError, NetworkError, SignedOutError } from '../../api/api-error.ts';

/** Why a call did not do what it was to do. */
export type Failure =
  /** Nobody was reached who could have said no. */
  | { kind: 'unreached' }
  /** The server was reached and is in trouble: busy, broken, or somebody else answered in its place. */
  | { kind: 'stumbled'; isBusy: boolean; retryAfterMs?: number | undefined }
  /** The server said no. `message` is null where the stop is not the driver's any more. */
  | { kind: 'refused'; message: string | null }
  /** The session is over; what waits, waits for the next one. */
  | { kind: 'signed-out' };

/** Refusals that another try may not meet. */
const passing = [408, 425, 429];
/** A picture too large for a proxy in between is refused by a page of the proxy's. */
const refusedByAnybody = [413];

/** The phone cannot read the photo that it kept. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

/** Tells a refusal, which is final, from everything that another try may overcome. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SignedOutError) return { kind: 'signed-out' };
  if (error instanceof NetworkError) return { kind: 'unreached' };
  if (error instanceof UnreadablePhotoError) {
    return { kind: 'refused', message: 'This phone could not read the photo any more' };
  }
  if (!(error instanceof ApiError)) return { kind: 'stumbled', isBusy: false };
  const isFinal = error.status < 500 && !passing.includes(error.status);
  if (isFinal && error.status === 404 && error.isFromServer) return { kind: 'refused', message: null };
  if (isFinal && (error.isFromServer || refusedByAnybody.includes(error.status))) {
    return { kind: 'refused', message: error.isFromServer ? error.message : 'The picture is too large' };
  }
  const isBusy = error.status === 429 || error.status === 503;
  return { kind: 'stumbled', isBusy, ...(isBusy && { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 }) };
}
