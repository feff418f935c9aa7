import { NetworkError } from '../../api/api-error.ts';
import { session } from '../../api/session.ts';
import { lasting, unsentKey } from '../../api/storage.ts';
import {
  type NewAction,
  type NewTrouble,
  type SavedAction,
  type StopAction,
  splitAction,
  type Trouble,
} from './action.ts';
import { placeOf } from './driver-route-query.ts';
import { changeOutboxState, outboxState, waitingOf } from './outbox-state.ts';
import { phoneStore, type Refused, settled } from './phone-store.ts';
import { Answers, readRouteAgain, troubleOf } from './results.ts';
import { sendBatch } from './send-batch.ts';
import { Sender } from './sender.ts';
import { unsentSentence } from './unsent-words.ts';

const askedToKeepKey = 'stoop.askedToKeep';

let senders: Sender[] = [];
/** The other tabs of this browser. */
let tabs: BroadcastChannel | null = null;

/**
 * Opens the outbox of the driver who is signed in: what the phone has kept is shown again and goes out. Once a page:
 * another driver comes with a new page.
 */
export async function openOutbox(userId: string): Promise<void> {
  if (outboxState().userId !== null) return;
  // Only with the session that this page began with: a queue never goes out under another name.
  const token = session.token();
  await readPhone(userId).catch(() => changeOutboxState({ keeps: false }));
  changeOutboxState({ userId });
  // It may open after all, long after the page has given it up.
  if (!outboxState().keeps) void phoneStore.whenOpen().then(onOpenedLate, () => undefined);
  senders = startSenders(userId, () => token !== null && session.token() === token);
  if (typeof BroadcastChannel === 'function') {
    tabs = new BroadcastChannel('stoop.outbox');
    tabs.onmessage = ({ data: isAnswered }: MessageEvent<boolean>) => {
      void readPhone(userId).catch(() => undefined);
      // Another tab has reached the server: so can this one.
      if (isAnswered) void readRouteAgain();
    };
  }
  addEventListener('online', wake);
  addEventListener('pageshow', (event) => event.persisted && wake());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  kickOutbox();
}

async function onOpenedLate(): Promise<void> {
  await onChange();
  startOutboxAnew();
}

function startSenders(userId: string, isAllowed: () => boolean): Sender[] {
  const sending = new Set<string>();
  return (['stops', 'photos'] as const).map(
    (line) =>
      new Sender({
        ...{ userId, line, isAllowed, onChange },
        onSending(isSending) {
          if (isSending) sending.add(line);
          else sending.delete(line);
          if (outboxState().isSending !== sending.size > 0) changeOutboxState({ isSending: sending.size > 0 });
        },
        onOutcome({ kind }) {
          const isAnswered = kind === 'answered' || kind === 'refused';
          // A photo that takes too long says nothing of the signal that a completion needs.
          if (line === 'stops' || isAnswered) changeOutboxState({ isUnreached: kind === 'unreached' });
          if (isAnswered) tabs?.postMessage(true);
        },
      }),
  );
}

/** Tries to send what waits, now: there is reason to believe that the server can be reached. */
export function kickOutbox(): void {
  for (const sender of senders) sender.kick();
}

/** As `kickOutbox`, where the server was away or in trouble before. */
export function startOutboxAnew(): void {
  for (const sender of senders) sender.startAnew();
}

/** The signal or the driver is back. */
function wake(): void {
  startOutboxAnew();
  void readRouteAgain();
}

/** Does what the driver pressed. Resolves as soon as it cannot be lost any more, rejects if it was not done. */
export async function act(action: StopAction): Promise<void> {
  const { userId } = outboxState();
  if (userId === null) throw new Error('The outbox is not open');
  const pressedAtMs = Date.now();
  const news = splitAction(action).map(
    ({ pickupId, work }): NewAction => ({
      ...{ userId, pickupId, work, pressedAtMs, place: placeOf(pickupId) },
      key: crypto.randomUUID?.(),
    }),
  );
  const isKept = await phoneStore.keep(news).then(
    () => true,
    () => false,
  );
  if (!isKept) return await sendUnkept(news);
  askToKeep();
  await onChange();
  kickOutbox();
}

let unkeptId = -1;

/** By the trouble that this page tells: what the server has refused and the phone still holds, or it would be sent and refused again. */
const refusedOnDisk = new Map<number, SavedAction>();

/** Trouble that the phone has no room for: this page tells it. */
function unkept(trouble: NewTrouble): Trouble {
  return { ...trouble, id: unkeptId-- };
}

/** There is no room on the phone: what is pressed is done when the server says so, or not at all. */
async function sendUnkept(news: readonly NewAction[]): Promise<void> {
  changeOutboxState({ keeps: false });
  const outcome = await sendBatch(news);
  if (outcome.kind !== 'answered' && outcome.kind !== 'refused') throw new NetworkError(outcome.kind);
  const isAnswered = outcome.kind === 'answered';
  const refused = isAnswered ? news.filter(({ pickupId }) => outcome.ignoredIds.includes(pickupId)) : news;
  const done = news.filter((action) => !refused.includes(action));
  const message = isAnswered ? null : outcome.message;
  const nowMs = Date.now();
  const photoAddress = isAnswered ? outcome.photoAddress : null;
  const { actions, trouble } = outboxState();
  changeOutboxState({
    actions: [
      ...actions,
      ...done.map((action) =>
        settled({ ...action, seq: unkeptId--, attempts: 0, settledAtMs: null }, nowMs, photoAddress),
      ),
    ],
    trouble: [...trouble, ...refused.map((action) => unkept(troubleOf(action, message)))],
  });
  const answers = new Answers();
  if (isAnswered) answers.add(outcome);
  answers.tell();
  await readRouteAgain();
}

/** Takes a trouble away that the driver has read. */
export async function dismissTrouble(troubleId: number): Promise<void> {
  changeOutboxState({ trouble: outboxState().trouble.filter(({ id }) => id !== troubleId) });
  const refused = refusedOnDisk.get(troubleId);
  if (refused) await phoneStore.discard(refused).catch(() => undefined);
  if (troubleId < 0) return;
  await phoneStore.dismiss(troubleId).catch(() => undefined);
  await onChange();
}

/** What the phone keeps has changed: this page shows it, and so do the others. */
async function onChange(untold: readonly Refused[] = []): Promise<void> {
  const { userId } = outboxState();
  if (userId === null) return;
  const news = untold.map(({ action, trouble }) => {
    const told = unkept(trouble);
    refusedOnDisk.set(told.id, action);
    return told;
  });
  await readPhone(userId, news).catch(() => changeOutboxState({ trouble: [...outboxState().trouble, ...news] }));
  tabs?.postMessage(false);
}

/** `news` is trouble that the phone does not keep. */
async function readPhone(userId: string, news: readonly Trouble[] = []): Promise<void> {
  const [kept, told, unsent] = await Promise.all([
    phoneStore.actionsOf(userId),
    phoneStore.troubleOf(userId),
    phoneStore.countUnsentStops(),
  ]);
  const before = outboxState();
  const trouble = [...told, ...before.trouble.filter(({ id }) => id < 0), ...news];
  const isRefused = trouble.length > before.trouble.length;
  const hasEmptied = waitingOf(before).length > 0 && waitingOf({ actions: kept }).length === 0 && !isRefused;
  changeOutboxState({
    actions: [...kept, ...before.actions.filter(({ seq }) => seq < 0)],
    trouble,
    keeps: true,
    ...(hasEmptied && { sentAtMs: Date.now() }),
  });
  if (unsent > 0) lasting.set(unsentKey, unsentSentence(unsent));
  else lasting.remove(unsentKey);
}

/** Asks the browser once not to throw the phone's store away when room gets short. */
function askToKeep(): void {
  if (lasting.get(askedToKeepKey)) return;
  lasting.set(askedToKeepKey, 'yes');
  navigator.storage?.persist?.().catch(() => undefined);
}
