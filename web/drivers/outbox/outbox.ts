/**
 * The driver's outbox. Every press is saved on the phone first (`act`, phone-store.ts) and then sent.
 *
 * Where the offline queue is replayed: `replayOutbox()` in this file starts the replay whenever the server may be
 * reachable (a press, the `online` event, a page that becomes visible, a successful read of the route). `Replay` in
 * replay.ts does the work, with one instance for stops and one for photos: it picks the next actions (queues.ts), sends
 * them (send-batch.ts) and records the response.
 *
 * An action is deleted only after the server has responded to it, so it may be sent twice. The
 * server makes repeats harmless.
 */
import { session } from '../../api/session.ts';
import { lasting, unsentKey } from '../../api/storage.ts';
import type { NewAction, StopAction } from './action.ts';
import { placeOf } from './driver-route-query.ts';
import { changeOutboxState, outboxState, unsentSentence, waitingOf } from './outbox-state.ts';
import { phoneStore } from './phone-store.ts';
import { Replay } from './replay.ts';
import { refreshRoute } from './results.ts';

const persistenceKey = 'stoop.askedToKeep';

let replays: Replay[] = [];
/** Notifies the other tabs of this browser. The message is true if the server has just responded. */
let tabs: BroadcastChannel | null = null;

/** Opens the signed-in driver's outbox: shows the saved actions and replays them. Runs once per page load. */
export async function openOutbox(userId: string): Promise<void> {
  if (outboxState().userId !== null) return;
  // Send only with the session that this page started with, so that nothing goes out under another user's name.
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

/** Sends the waiting actions. Call it when the server may be reachable. */
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

/**
 * 128 random bits in hexadecimal, which a filter of logs cannot mistake for a card number. Not crypto.randomUUID: browsers
 * lack it over plain http, as in a demo on the same network.
 */
const newPressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Saves the actions of one press on the phone and starts sending them. Rejects without effect if it can't save them. */
export async function act(pressed: readonly StopAction[]): Promise<void> {
  const { userId } = outboxState();
  if (userId === null) throw new Error('The outbox is not open');
  const pressedAtMs = Date.now();
  const actions = pressed.map(
    ({ pickupId, work }): NewAction => ({
      ...{ userId, pickupId, work, pressedAtMs, place: placeOf(pickupId) },
      key: newPressKey(),
    }),
  );
  const isPressedAgain = waitingOf(outboxState()).some(
    ({ hasFailed, pickupId }) => hasFailed && actions.some((one) => one.pickupId === pickupId),
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
  // A second press doesn't wait for the end of the stop's hold.
  if (isPressedAgain) restartReplay();
  else replayOutbox();
}

/** Deletes a refusal from the phone before hiding it, so that it doesn't come back after a reload. */
export async function dismissRefusal(refusalId: number): Promise<void> {
  await phoneStore.dismiss(refusalId).catch(() => undefined);
  changeOutboxState({ refusals: outboxState().refusals.filter(({ id }) => id !== refusalId) });
  await onChange();
}

/** Makes this page and the other tabs read the phone's store again after a change. */
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

/** Asks the browser, once, not to evict the phone's store when space runs short. */
function requestPersistence(): void {
  if (lasting.get(persistenceKey)) return;
  lasting.set(persistenceKey, 'yes');
  navigator.storage?.persist?.().catch(() => undefined);
}
