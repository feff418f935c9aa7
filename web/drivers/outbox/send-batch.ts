import { completeBulk, markStopIncomplete, saveStopNote } from '../../../contract/drivers.ts';
import { attachPhoto } from '../../../contract/photos.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import type { NewAction } from './action.ts';
import { type Failure, failureOf, UnreadablePhotoError } from './failure.ts';

/** What became of a batch. */
export type Outcome =
  | { kind: 'answered'; completed: number; nextWeekPickups: readonly Pickup[]; ignoredIds: readonly string[] }
  | Failure;

const patienceMs = 15_000;
const photoPatienceMs = 30_000;

/** Sends actions of one kind in one call; several only where all are completions (lanes.ts). Never rejects. */
export async function sendBatch(batch: readonly NewAction[]): Promise<Outcome> {
  try {
    const [first] = batch;
    if (first?.work.kind === 'complete') return await sendCompletions(batch);
    if (first) await sendOne(first);
    return { kind: 'answered', completed: 0, nextWeekPickups: [], ignoredIds: [] };
  } catch (error) {
    return failureOf(error);
  }
}

async function sendCompletions(batch: readonly NewAction[]): Promise<Outcome> {
  const { ignoredIds, nextWeekPickups } = await call(completeBulk, {
    body: {
      pickupIds: batch.map(({ pickupId }) => pickupId),
      pressedAt: new Date(Math.min(...batch.map(({ pressedAtMs }) => pressedAtMs))).toISOString(),
    },
    signal: AbortSignal.timeout(patienceMs),
  });
  // Not the server's count: where an answer was lost, the second call completes nothing, and yet it is done.
  return { kind: 'answered', completed: batch.length - ignoredIds.length, nextWeekPickups, ignoredIds };
}

async function sendOne({ pickupId, pressedAtMs, work }: NewAction): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const params = { id: pickupId };
  switch (work.kind) {
    case 'incomplete': {
      const { reason, note } = work;
      const body = { reason, note, pressedAt: new Date(pressedAtMs).toISOString() };
      await call(markStopIncomplete, { params, body, signal });
      return;
    }
    case 'note':
      await call(saveStopNote, { params, body: { driverNotes: work.note }, signal });
      return;
    case 'photo':
      if (!work.image) return;
      // The browser has lost it: sent, it would look like a dead network for ever.
      await work.image
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          throw new UnreadablePhotoError();
        });
      await upload(attachPhoto, {
        params: { id: pickupId, moment: work.moment },
        blob: work.image,
        signal: AbortSignal.timeout(photoPatienceMs),
      });
      return;
    case 'complete':
      throw new Error('Completions are sent together');
  }
}
