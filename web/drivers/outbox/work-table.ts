import { attachTicket, countBags, recordEmptied, undoEmptied } from '../../../contract/drivers/truck.ts';
import { completeBulk, type DriverStop, markStopIncomplete, saveStopNote } from '../../../contract/drivers.ts';
import { attachPhoto, photoField } from '../../../contract/photos.ts';
import { undoStop } from '../../../contract/pickups/moves.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { call } from '../../api/call.ts';
import { toServerMs } from '../../api/server-clock.ts';
import type { NewAction, SavedAction, StopWork, UndoableKind, WorkOf } from './action.ts';
import { sendImage } from './send-image.ts';

/** Photos have their own queue, because a large photo on a weak signal must not delay a completion of a few bytes. */
export type Queue = 'stops' | 'photos';

/** What the server did. */
export interface Sent {
  readonly completed: number;
  readonly nextWeekPickups: readonly Pickup[];
  readonly ignoredIds: readonly string[];
  /** For stops that were taken off the route: why, by pickup id. */
  readonly takenAway: readonly { id: string; message: string }[];
  /** The address at which the server shows the photo just sent. */
  readonly photoAddress: string | null;
}

type Press<Work extends StopWork> = Omit<NewAction, 'work'> & { readonly work: Work };
type Older = Pick<SavedAction, 'work' | 'key' | 'hasFailed'>;

/** Everything that the phone knows about one kind of work. */
interface Row<Work extends StopWork> {
  readonly queue: Queue;
  /** It isn't sent before a waiting action of this kind at the same place. */
  readonly after?: StopWork['kind'];
  /** True if the last action of such a kind decides whether a stop or visit is open. */
  readonly decides?: true;
  /** True if it counts once, even if pressed twice. */
  readonly countsOnce?: true;
  /** What the driver reads when the server refuses it. */
  refused(work: Work): string;
  /** Returns true if it replaces an older one at the same place, which is still waiting. */
  replaces?(older: Older, work: Work): boolean;
  /** Returns the stop as the driver sees it until the server's route includes the work. */
  onStop?(stop: DriverStop, press: Pick<Press<Work>, 'work' | 'pressedAtMs'>): DriverStop;
  /** The same for a visit to a disposal site. */
  onVisit?(visit: DisposalVisit, press: Pick<Press<Work>, 'work' | 'pressedAtMs'>): DisposalVisit;
  /** Returns what the app needs of the response. */
  send(press: Press<Work>): Promise<Partial<Sent> | undefined>;
  /** Sends several in one call. */
  readonly sendTogether?: (presses: readonly NewAction[]) => Promise<Partial<Sent>>;
}

/** What the driver reads when the server refuses the undo of a press. */
const refusedUndo: Readonly<Record<UndoableKind, string>> = {
  complete: 'It stays completed.',
  incomplete: 'It stays incomplete.',
  emptied: 'It stays emptied.',
};

const table: { readonly [Kind in StopWork['kind']]: Row<WorkOf<Kind>> } = {
  complete: {
    ...{ queue: 'stops', decides: true, countsOnce: true, refused: () => "It wasn't completed." },
    onStop(stop, { pressedAtMs }) {
      return { ...stop, status: 'completed', completedAt: stop.completedAt ?? instantOfPress(pressedAtMs) };
    },
    send: async (press) => await sendCompletions([press]),
    sendTogether: sendCompletions,
  },
  incomplete: {
    ...{ queue: 'stops', decides: true, refused: () => "It wasn't marked incomplete." },
    replaces: ({ work, hasFailed = false }) => work.kind === 'complete' && hasFailed,
    onStop(stop, { work: { reason, note } }) {
      return { ...stop, status: 'incomplete', incompleteReason: reason, ...(note && { driverNotes: note }) };
    },
    async send(press) {
      const { reason, note, photoFollows } = press.work;
      const { times, ...rest } = requestOf(press);
      await call(markStopIncomplete, { ...rest, body: { reason, note, photoFollows, ...times } });
    },
  },
  undo: {
    ...{ queue: 'stops', decides: true, countsOnce: true },
    refused: ({ what }) => refusedUndo[what],
    replaces({ work, key }, { what, pressKey }) {
      // The undo carries the key of the press: the server reverts the press, or ignores it if it arrives later.
      if (what === 'complete') return key === pressKey;
      // What was found out at the site goes with the visit.
      return what === 'emptied' && (work.kind === 'tons' || work.kind === 'ticket');
    },
    onStop: (stop) => ({ ...stop, status: 'assigned', completedAt: null, incompleteReason: null }),
    onVisit: (visit) => ({ ...visit, emptiedAt: null, tons: null, hasTicketPhoto: false }),
    async send(press) {
      const { what, pressKey } = press.work;
      const { times, ...rest } = requestOf(press);
      if (what === 'emptied') await call(undoEmptied, { params: rest.params, query: times, signal: rest.signal });
      else await call(undoStop, { ...rest, body: { ...(what === 'complete' && { pressKey }), ...times } });
    },
  },
  note: {
    ...{ queue: 'stops', refused: () => "Your note wasn't saved." },
    replaces: ({ work }) => work.kind === 'note',
    onStop: (stop, { work }) => ({ ...stop, driverNotes: work.note || null }),
    async send(press) {
      const { times: _, ...rest } = requestOf(press);
      await call(saveStopNote, { ...rest, body: { driverNotes: press.work.note } });
    },
  },
  bags: {
    ...{ queue: 'stops', refused: () => "Your count wasn't saved." },
    replaces: ({ work }) => work.kind === 'bags',
    onStop: (stop, { work }) => ({ ...stop, countedBags: work.bags }),
    async send(press) {
      const { times, ...rest } = requestOf(press);
      await call(countBags, { ...rest, body: { bags: press.work.bags, ...times } });
    },
  },
  photo: {
    ...{ queue: 'photos', refused: () => "Your photo wasn't saved." },
    replaces: ({ work }, { moment }) => work.kind === 'photo' && work.moment === moment,
    onStop(stop, { work: { moment, address } }) {
      return address ? { ...stop, [photoField(moment)]: address } : stop;
    },
    async send({ pickupId: id, work: { moment, image, address } }) {
      if (!image) return { photoAddress: address };
      const stop = await sendImage(attachPhoto, { id, moment }, image);
      return { photoAddress: stop[photoField(moment)] };
    },
  },
  emptied: {
    ...{ queue: 'stops', decides: true, countsOnce: true, refused: () => "It wasn't marked as emptied." },
    onVisit(visit, { pressedAtMs }) {
      return { ...visit, emptiedAt: visit.emptiedAt ?? instantOfPress(pressedAtMs) };
    },
    async send(press) {
      const { params, signal, times } = requestOf(press);
      await call(recordEmptied, { params, body: { siteId: press.work.siteId, ...times }, signal });
    },
  },
  tons: {
    ...{ queue: 'stops', refused: () => "The weight wasn't saved." },
    replaces: ({ work }) => work.kind === 'tons',
    onVisit: (visit, { work: { tons } }) => ({ ...visit, tons: tons === null ? null : tons.toFixed(2) }),
    async send(press) {
      const { siteId, tons, emptiedAtMs } = press.work;
      const { params, signal, times } = requestOf(press);
      const emptied = { ...times, pressedAt: instantText(emptiedAtMs) };
      await call(recordEmptied, { params, body: { siteId, tons, ...emptied }, signal });
    },
  },
  ticket: {
    // The server must know first that the truck was emptied.
    ...{ queue: 'photos', after: 'emptied', refused: () => "Your photo wasn't saved." },
    replaces: ({ work }) => work.kind === 'ticket',
    onVisit: (visit, { work }) => ({ ...visit, hasTicketPhoto: visit.hasTicketPhoto || work.image === null }),
    async send({ pickupId: id, work: { image } }) {
      if (image) await sendImage(attachTicket, { id }, image);
    },
  },
};

/** Returns what the phone knows about a kind of work. */
export function rowOf(work: StopWork): Row<StopWork> {
  return table[work.kind];
}

export function isUndoableWork(work: StopWork): work is WorkOf<UndoableKind> {
  return work.kind in refusedUndo;
}

const timeoutMs = 15_000;

/** Returns a time of the phone's clock as text. The server corrects it. */
function instantText(phoneMs: number): string {
  return new Date(phoneMs).toISOString();
}

/** Returns when the driver pressed, by the server's clock, beside which other stops' times are shown and compared. */
function instantOfPress(pressedAtMs: number): string {
  return new Date(toServerMs(pressedAtMs)).toISOString();
}

/** Both times are by the phone's clock, so that the server can tell how wrong the clock is. */
function requestOf({ pickupId, pressedAtMs, key }: NewAction) {
  return {
    params: { id: pickupId },
    idempotencyKey: key,
    signal: AbortSignal.timeout(timeoutMs),
    times: { pressedAt: instantText(pressedAtMs), sentAt: instantText(Date.now()) },
  };
}

async function sendCompletions(presses: readonly NewAction[]): Promise<Partial<Sent>> {
  const { ignoredIds, takenAway, nextWeekPickups } = await call(completeBulk, {
    body: {
      pickupIds: presses.map(({ pickupId }) => pickupId),
      pressedAt: instantText(Math.min(...presses.map(({ pressedAtMs }) => pressedAtMs))),
      sentAt: instantText(Date.now()),
      keys: Object.fromEntries(presses.map(({ pickupId, key }) => [pickupId, key])),
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Not the server's count: if the first response was lost, the second call completes nothing, but the stops are done.
  return { completed: presses.length - ignoredIds.length, ignoredIds, takenAway, nextWeekPickups };
}
