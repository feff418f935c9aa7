import { ApiError, NetworkError, SignedOutError } from '../../api/api-error.ts';
import type { NewAction } from './action.ts';
import { UnreadablePhotoError } from './send-image.ts';
import { rowOf, type Sent } from './work-table.ts';

type Failure =
  /** There was no response. */
  | { kind: 'unreached' }
  /** Our server is busy or failed, or a proxy responded in its place. `hasFailed` is true for a status of 500 or more. */
  | { kind: 'unavailable'; isBusy: boolean; hasFailed: boolean; retryAfterMs?: number | undefined }
  /** Our server refused the action. `message` is null if the stop no longer belongs to the driver. */
  | { kind: 'refused'; message: string | null }
  /** The session has ended. The outbox waits for the next one. */
  | { kind: 'signed-out' };

export type Outcome = ({ kind: 'accepted' } & Sent) | Failure;

const nothing: Sent = { completed: 0, nextWeekPickups: [], ignoredIds: [], takenAway: [], photoAddress: null };

/** Sends one action, or several of a kind together (queues.ts), in one call. Never rejects. */
export async function sendBatch(batch: readonly NewAction[]): Promise<Outcome> {
  try {
    const [first] = batch;
    const row = first && rowOf(first.work);
    const sent = row?.sendTogether ? await row.sendTogether(batch) : first && (await row?.send(first));
    return { kind: 'accepted', ...nothing, ...sent };
  } catch (error) {
    return failureOf(error);
  }
}

/** Statuses of refusals that a later attempt may overcome. */
const temporary = [408, 425, 429];
/** A proxy in front of the server refuses an image that is too large, with a page that isn't ours. */
const finalFromProxy = [413];

/** Returns what an error means for the action: a final refusal, or a reason for another attempt. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SignedOutError) return { kind: 'signed-out' };
  if (error instanceof NetworkError) return { kind: 'unreached' };
  if (error instanceof UnreadablePhotoError) {
    return { kind: 'refused', message: "This phone couldn't read the photo anymore" };
  }
  if (!(error instanceof ApiError)) return { kind: 'unavailable', isBusy: false, hasFailed: false };
  const isFinal = error.status < 500 && !temporary.includes(error.status);
  if (isFinal && error.status === 404 && error.isFromServer) {
    // The message says what happened to the stop.
    return { kind: 'refused', message: error.code === 'taken_away' ? error.message : null };
  }
  if (isFinal && (error.isFromServer || finalFromProxy.includes(error.status))) {
    return { kind: 'refused', message: error.isFromServer ? error.message : 'The photo is too large' };
  }
  const isBusy = error.status === 429 || error.status === 503;
  const hasFailed = error.status >= 500;
  return {
    kind: 'unavailable',
    isBusy,
    hasFailed,
    ...(isBusy && { retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 }),
  };
}
