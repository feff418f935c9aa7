import { completeBulk, markStopIncomplete, saveStopNote } from '../../../contract/drivers.ts';
import { attachPhoto, type PhotoMoment, uploadSeconds } from '../../../contract/photos.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import type { NewAction } from './action.ts';
import { type Failure, failureOf, UnreadablePhotoError } from './failure.ts';

/** What became of a batch. */
export type Outcome =
  | {
      kind: 'answered';
      completed: number;
      nextWeekPickups: readonly Pickup[];
      ignoredIds: readonly string[];
      /** Where the photo that was sent can be seen. */
      photoAddress: string | null;
    }
  | Failure;

const patienceMs = 15_000;
/** A large photo may be long on its way, as the server knows; a small one that takes so long is on a dead connection. */
const photoPatienceMs = 30_000;
const longestUploadMs = (uploadSeconds - 5) * 1000;
const slowestBytesPerSecond = 6000;

/** How long to wait for a photo's answer. */
export function patienceFor({ size }: Pick<Blob, 'size'>): number {
  return Math.min(longestUploadMs, photoPatienceMs + (size / slowestBytesPerSecond) * 1000);
}

/** Sends actions of one kind in one call; several only where all are completions (lanes.ts). Never rejects. */
export async function sendBatch(batch: readonly NewAction[]): Promise<Outcome> {
  try {
    const [first] = batch;
    if (first?.work.kind === 'complete') return await sendCompletions(batch);
    const photoAddress = first ? await sendOne(first) : null;
    return { kind: 'answered', completed: 0, nextWeekPickups: [], ignoredIds: [], photoAddress };
  } catch (error) {
    return failureOf(error);
  }
}

async function sendCompletions(batch: readonly NewAction[]): Promise<Outcome> {
  const { ignoredIds, nextWeekPickups } = await call(completeBulk, {
    body: {
      pickupIds: batch.map(({ pickupId }) => pickupId),
      pressedAt: new Date(Math.min(...batch.map(({ pressedAtMs }) => pressedAtMs))).toISOString(),
      // By the same clock, so that the server knows how far it is off.
      sentAt: new Date().toISOString(),
    },
    signal: AbortSignal.timeout(patienceMs),
  });
  // Not the server's count: where an answer was lost, the second call completes nothing, and yet it is done.
  const completed = batch.length - ignoredIds.length;
  return { kind: 'answered', completed, nextWeekPickups, ignoredIds, photoAddress: null };
}

/** Answers where the server shows a photo. */
async function sendOne({ pickupId, pressedAtMs, work, key }: NewAction): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs);
  const params = { id: pickupId };
  const once = key ? { idempotencyKey: key } : {};
  switch (work.kind) {
    case 'incomplete': {
      const { reason, note } = work;
      const body = { reason, note, pressedAt: new Date(pressedAtMs).toISOString(), sentAt: new Date().toISOString() };
      await call(markStopIncomplete, { params, body, signal, ...once });
      return null;
    }
    case 'note':
      await call(saveStopNote, { params, body: { driverNotes: work.note }, signal, ...once });
      return null;
    case 'photo':
      if (!work.image) return work.address ?? null;
      return await sendPhoto(pickupId, work.moment, work.image);
    case 'complete':
      throw new Error('Completions are sent together');
  }
}

async function sendPhoto(pickupId: string, moment: PhotoMoment, image: Blob): Promise<string | null> {
  // The browser has lost it: sent, it would look like a dead network for ever.
  await image
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadablePhotoError();
    });
  const stop = await upload(attachPhoto, {
    params: { id: pickupId, moment },
    blob: image,
    signal: AbortSignal.timeout(patienceFor(image)),
  });
  return moment === 'before' ? stop.beforePhotoUrl : stop.afterPhotoUrl;
}
