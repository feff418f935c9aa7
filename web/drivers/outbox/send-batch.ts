import { attachTicket, countBags, recordEmptied, undoEmptied } from '../../../contract/drivers/truck.ts';
import { completeBulk, markStopIncomplete, saveStopNote } from '../../../contract/drivers.ts';
import { attachPhoto, type PhotoMoment, uploadSeconds } from '../../../contract/photos.ts';
import { undoStop } from '../../../contract/pickups/moves.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { ApiError, NetworkError, SignedOutError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import type { NewAction } from './action.ts';

type Failure =
  /** There was no response. */
  | { kind: 'unreached' }
  /** Our server is busy or failed, or a proxy responded in its place. `hasFailed` is true for a status of 500 or more. */
  | { kind: 'unavailable'; isBusy: boolean; hasFailed: boolean; retryAfterMs?: number | undefined }
  /** Our server refused the action. `message` is null if the stop no longer belongs to the driver. */
  | { kind: 'refused'; message: string | null }
  /** The session has ended. The outbox waits for the next one. */
  | { kind: 'signed-out' };

export type Outcome =
  | {
      kind: 'accepted';
      completed: number;
      nextWeekPickups: readonly Pickup[];
      ignoredIds: readonly string[];
      /** For stops that were taken off the route: why, by pickup id. */
      takenAway: readonly { id: string; message: string }[];
      /** The address at which the server shows the photo just sent. */
      photoAddress: string | null;
    }
  | Failure;

const timeoutMs = 15_000;
/** A large photo may take as long as the server allows. A small one that takes this long is on a dead connection. */
const photoTimeoutMs = 30_000;
const longestUploadMs = (uploadSeconds - 5) * 1000;
const slowestBytesPerSecond = 6000;

/** Returns how long to wait for the response to a photo, in ms. */
export function photoTimeoutFor({ size }: Pick<Blob, 'size'>): number {
  return Math.min(longestUploadMs, photoTimeoutMs + (size / slowestBytesPerSecond) * 1000);
}

/** Sends one action, or several completions together (queues.ts), in one call. Never rejects. */
export async function sendBatch(batch: readonly NewAction[]): Promise<Outcome> {
  try {
    const [first] = batch;
    if (first?.work.kind === 'complete') return await sendCompletions(batch);
    const photoAddress = first ? await sendOne(first) : null;
    return { kind: 'accepted', completed: 0, nextWeekPickups: [], ignoredIds: [], takenAway: [], photoAddress };
  } catch (error) {
    return failureOf(error);
  }
}

/** Returns a time of the phone's clock as text. The server corrects it. */
function instantText(phoneMs: number): string {
  return new Date(phoneMs).toISOString();
}

async function sendCompletions(batch: readonly NewAction[]): Promise<Outcome> {
  const { ignoredIds, takenAway, nextWeekPickups } = await call(completeBulk, {
    body: {
      pickupIds: batch.map(({ pickupId }) => pickupId),
      pressedAt: instantText(Math.min(...batch.map(({ pressedAtMs }) => pressedAtMs))),
      // By the phone's clock, like `pressedAt`, so that the server can tell how wrong the clock is.
      sentAt: instantText(Date.now()),
      keys: Object.fromEntries(batch.map(({ pickupId, key }) => [pickupId, key])),
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Not the server's count: if the first response was lost, the second call completes nothing, but the stops are done.
  const completed = batch.length - ignoredIds.length;
  return { kind: 'accepted', completed, nextWeekPickups, ignoredIds, takenAway, photoAddress: null };
}

/** Sends one action. Returns the address at which the server shows the photo; null for actions other than photos. */
async function sendOne({ pickupId, pressedAtMs, work, key }: NewAction): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const params = { id: pickupId };
  const once = { idempotencyKey: key };
  const times = { pressedAt: instantText(pressedAtMs), sentAt: instantText(Date.now()) };
  switch (work.kind) {
    case 'incomplete': {
      const { reason, note, photoFollows } = work;
      await call(markStopIncomplete, { params, body: { reason, note, photoFollows, ...times }, signal, ...once });
      return null;
    }
    case 'undo': {
      const { what, pressKey } = work;
      if (what === 'emptied') {
        await call(undoEmptied, { params, query: times, signal });
        return null;
      }
      await call(undoStop, {
        params,
        body: { ...(what === 'complete' && { pressKey }), ...times },
        signal,
        ...once,
      });
      return null;
    }
    case 'note':
      await call(saveStopNote, { params, body: { driverNotes: work.note }, signal, ...once });
      return null;
    case 'photo':
      if (!work.image) return work.address;
      return await sendPhoto(pickupId, work.moment, work.image);
    case 'bags':
      await call(countBags, { params, body: { bags: work.bags, ...times }, signal, ...once });
      return null;
    case 'emptied':
      await call(recordEmptied, { params, body: { siteId: work.siteId, ...times }, signal });
      return null;
    case 'tons': {
      const { siteId, tons, emptiedAtMs } = work;
      const emptied = { ...times, pressedAt: instantText(emptiedAtMs) };
      await call(recordEmptied, { params, body: { siteId, tons, ...emptied }, signal });
      return null;
    }
    case 'ticket':
      if (work.image) await sendTicket(pickupId, work.image);
      return null;
    case 'complete':
      throw new Error('Completions are sent together');
  }
}

/** Throws UnreadablePhotoError if the browser has lost the image. Sending it would look like a dead network. */
async function requireReadable(image: Blob): Promise<void> {
  await image
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadablePhotoError();
    });
}

async function sendTicket(visitId: string, image: Blob): Promise<void> {
  await requireReadable(image);
  const signal = AbortSignal.timeout(photoTimeoutFor(image));
  await upload(attachTicket, { params: { id: visitId }, blob: image, signal });
}

async function sendPhoto(pickupId: string, moment: PhotoMoment, image: Blob): Promise<string | null> {
  await requireReadable(image);
  const stop = await upload(attachPhoto, {
    params: { id: pickupId, moment },
    blob: image,
    signal: AbortSignal.timeout(photoTimeoutFor(image)),
  });
  return moment === 'before' ? stop.beforePhotoUrl : stop.afterPhotoUrl;
}

class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
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
