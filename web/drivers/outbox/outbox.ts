/**
 * The driver's outbox. Whatever the driver presses is saved on the phone first (`act`, phone-store.ts) and then sent.
 *
 * Where the offline queue is replayed: `replayOutbox()` in this file starts it whenever the server may be reachable (a press,
 * the `online` event, a page that becomes visible, a successful read of the route). The work is done by `Replay` in replay.ts,
 * one for stops and one for photos: it picks what is next (queues.ts), sends it (send-batch.ts) and records the response.
 *
 * An action is deleted only after the server has responded to it, so it may be sent twice. The server makes that harmless.
 */
import { session } from '../../api/session.ts';
import { lasting, unsentKey } from '../../api/storage.ts';
import { type NewAction, type StopAction, splitAction } from './action.ts';
import { placeOf } from './driver-route-query.ts';
import { changeOutboxState, outboxState, unsentSentence, waitingOf } from './outbox-state.ts';
import { phoneStore } from './phone-store.ts';
import { Replay } from './replay.ts';
import { refreshRoute } from './results.ts';

const persistenceKey = 'stoop.askedToKeep';

let replays: Replay[] = [];
/** Notifies the other tabs of this browser. The message says whether the server has just responded. */
let tabs: BroadcastChannel | null = null;

/** Opens the outbox of the signed-in driver: shows what is saved and replays it. Once per page load. */
export async function openOutbox(userId: string): Promise<void> {
  if (outboxState().userId !== null) return;
  // Only with the session that this page started with, so that nothing goes out under another name.
  const token = session.token();
  await readPhone(userId).catch(() => changeOutboxState({ canSave: false }));
  changeOutboxState({ userId });
  // The database may still open after the page stopped waiting for it.
  if (!outboxState().canSave) void phoneStore.whenOpen().then(onOpenedLate, () => undefined);
  replays = startReplays(userId, () => token !== null && session.token() === token);
  if (typeof BroadcastChannel === 'function') {
    tabs = new BroadcastChannel('stoop.outbox');
    tabs.onmessage = ({ data: hasResponse }: MessageEvent<boolean>) => {
      void readPhone(userId).catch(() => undefined);
      // Another tab has reached the server, so this one can too.
      if (hasResponse) void refreshRoute();
    };
  }
  addEventListener('online', wake);
  addEventListener('pageshow', (event) => event.persisted && wake());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  replayOutbox();
}

async function onOpenedLate(): Promise<void> {
  changeOutboxState({ canSave: true });
  await onChange();
  restartReplay();
}

function startReplays(userId: string, isAllowed: () => boolean): Replay[] {
  const sending = new Set<string>();
  return (['stops', 'photos'] as const).map(
    (queue) =>
      new Replay({
        ...{ userId, queue, isAllowed, onChange },
        onSending(isSending) {
          if (isSending) sending.add(queue);
          else sending.delete(queue);
          if (outboxState().isSending !== sending.size > 0) changeOutboxState({ isSending: sending.size > 0 });
        },
        onOutcome({ kind }) {
          const hasResponse = kind === 'accepted' || kind === 'refused';
          // A slow photo doesn't mean that there is no signal for a completion.
          if (queue === 'stops' || hasResponse) changeOutboxState({ isUnreached: kind === 'unreached' });
          if (hasResponse) tabs?.postMessage(true);
        },
      }),
  );
}

/** Sends what is waiting. Call it when there is reason to believe that the server can be reached. */
export function replayOutbox(): void {
  for (const replay of replays) replay.start();
}

/** Like `replayOutbox`, but also retries the stops that are on hold after a server error. */
export function restartReplay(): void {
  for (const replay of replays) replay.restart();
}

/** Runs when the signal or the driver returns. */
function wake(): void {
  restartReplay();
  void refreshRoute();
}

/** Saves what the driver pressed and sends it. Rejects if the phone can't save it; then nothing was done. */
export async function act(action: StopAction): Promise<void> {
  const { userId } = outboxState();
  if (userId === null) throw new Error('The outbox is not open');
  const pressedAtMs = Date.now();
  const actions = splitAction(action).map(
    ({ pickupId, work }): NewAction => ({
      ...{ userId, pickupId, work, pressedAtMs, place: placeOf(pickupId) },
      key: crypto.randomUUID?.(),
    }),
  );
  try {
    await phoneStore.save(actions);
  } catch (error) {
    changeOutboxState({ canSave: false });
    throw error;
  }
  changeOutboxState({ canSave: true });
  requestPersistence();
  await onChange();
  replayOutbox();
}

/** Hides a refusal once it is deleted from the phone, so that a reloaded page doesn't show it again. */
export async function dismissRefusal(refusalId: number): Promise<void> {
  await phoneStore.dismiss(refusalId).catch(() => undefined);
  changeOutboxState({ refusals: outboxState().refusals.filter(({ id }) => id !== refusalId) });
  await onChange();
}

/** The phone's store has changed: this page and the other tabs read it again. */
async function onChange(): Promise<void> {
  const { userId } = outboxState();
  if (userId === null) return;
  await readPhone(userId).catch(() => undefined);
  tabs?.postMessage(false);
}

async function readPhone(userId: string): Promise<void> {
  const [actions, refusals, unsent] = await Promise.all([
    phoneStore.actionsOf(userId),
    phoneStore.refusalsOf(userId),
    phoneStore.countUnsentStops(),
  ]);
  const before = outboxState();
  const hasNewRefusal = refusals.length > before.refusals.length;
  const hasEmptied = waitingOf(before).length > 0 && waitingOf({ actions }).length === 0 && !hasNewRefusal;
  changeOutboxState({ actions, refusals, ...(hasEmptied && { sentAtMs: Date.now() }) });
  if (unsent > 0) lasting.set(unsentKey, unsentSentence(unsent));
  else lasting.remove(unsentKey);
}

/** Asks the browser once not to evict the phone's store when space gets short. */
function requestPersistence(): void {
  if (lasting.get(persistenceKey)) return;
  lasting.set(persistenceKey, 'yes');
  navigator.storage?.persist?.().catch(() => undefined);
}
