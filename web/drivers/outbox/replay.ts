import type { SavedAction } from './action.ts';
import { changeOutboxState } from './outbox-state.ts';
import { accept, phoneStore } from './phone-store.ts';
import { nextBatch } from './queues.ts';
import { Results, refreshRoute, refusalOf, showFailure } from './results.ts';
import { type Outcome, sendBatch } from './send-batch.ts';
import type { Queue } from './work-table.ts';

interface ReplayOptions {
  userId: string;
  queue: Queue;
  /** Returns false once the user's session is no longer the one that the outbox was opened with. */
  isAllowed: () => boolean;
  onChange: () => Promise<void>;
  onSending: (isSending: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

type Response = Extract<Outcome, { kind: 'accepted' | 'refused' }>;
type Unavailable = Extract<Outcome, { kind: 'unavailable' }>;

/** How a round ended: nothing is left to send, or the rest is tried again later. */
type End = 'empty' | 'later';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;
const longestBusyMs = 60_000;
/** After this many busy responses in a row, the server may be busy for this stop only. */
const busyResponsesBeforeHold = 6;
/** How long a stop is on hold after the server failed to process it. */
const holdMs = 30_000;
/** After this many errors in a row, the cause is probably the server, not the stops. */
const errorsBeforePause = 2;

/**
 * Replays one queue of the outbox, in order and one call at a time across all tabs. Each action is sent until the
 * server has responded. It may arrive more than once, but the server recognizes repeats, so it takes effect once.
 */
export class Replay {
  private readonly options: ReplayOptions;
  private readonly results = new Results();
  /** When each stop's hold ends, by pickup id, in ms of the monotonic clock. */
  private readonly holds = new Map<string, number>();
  private isRunning = false;
  private isStartRequested = false;
  private isRestartRequested = false;
  /** True if the server has responded since the route was last refreshed. */
  private hasNews = false;
  private pauseMs = firstPauseMs;
  /** When the server may be called again after it was busy, in ms of the monotonic clock. */
  private busyUntilMs = 0;
  private busyInARow = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReplayOptions) {
    this.options = options;
  }

  /** Sends the waiting actions until the queue is empty or the server can't be reached. */
  start(): void {
    clearTimeout(this.timer);
    if (this.isRunning) {
      this.isStartRequested = true;
      return;
    }
    const busyMs = this.busyUntilMs - performance.now();
    if (busyMs > 0) {
      this.timer = setTimeout(() => this.start(), busyMs);
      return;
    }
    this.isRunning = true;
    void underLock(`stoop.outbox.${this.options.queue}`, () => this.round())
      .catch((): End => 'later')
      .then((end) => this.rest(end));
  }

  /** Like `start`, but also retries the stops on hold: the server may have recovered. */
  restart(): void {
    this.holds.clear();
    this.pauseMs = firstPauseMs;
    this.isRestartRequested = this.isRunning;
    this.start();
  }

  private rest(end: End): void {
    this.isRunning = false;
    this.options.onSending(false);
    if (this.isRestartRequested) {
      this.restart();
    } else if (end === 'later') {
      // The delay is random, so that phones leaving a dead spot don't all call at the same moment.
      this.timer = setTimeout(() => this.start(), this.pauseMs * (0.75 + Math.random() / 2));
      this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    } else if (this.isStartRequested) {
      this.timer = setTimeout(() => this.start(), 0);
    }
    this.isStartRequested = false;
  }

  private async round(): Promise<End> {
    const { userId, queue, isAllowed, onSending, onOutcome, onChange } = this.options;
    let errors = 0;
    for (;;) {
      const actions = await phoneStore.actionsOf(userId);
      const batch = nextBatch(actions, queue, this.holds, performance.now());
      if (batch.length === 0 || !isAllowed()) {
        const isLeft = nextBatch(actions, queue, new Map(), 0).length > 0;
        return this.finish(isLeft && isAllowed() ? 'later' : 'empty');
      }
      onSending(true);
      const sent = await marked(batch);
      if (sent.length === 0) continue;
      const outcome = await sendBatch(sent);
      errors = outcome.kind === 'unavailable' ? errors + 1 : 0;
      onOutcome(outcome);
      if (outcome.kind === 'accepted' || outcome.kind === 'refused') await this.record(sent, outcome);
      else await this.postpone(sent, outcome);
      await onChange();
      if (outcome.kind === 'signed-out') return this.finish('empty');
      if (outcome.kind === 'unreached') return this.finish('later');
      if (outcome.kind === 'unavailable' && (outcome.isBusy || errors >= errorsBeforePause)) {
        return this.finish('later');
      }
    }
  }

  private async record(batch: readonly SavedAction[], response: Response): Promise<void> {
    this.pauseMs = firstPauseMs;
    this.busyInARow = 0;
    this.hasNews = true;
    const isAccepted = response.kind === 'accepted';
    const refused = isAccepted ? batch.filter(({ pickupId }) => response.ignoredIds.includes(pickupId)) : batch;
    const accepted = batch.filter((action) => !refused.includes(action));
    const [photoAddress, message] = isAccepted ? [response.photoAddress, null] : [null, response.message];
    const takenAway = isAccepted ? response.takenAway : [];
    const takenText = ({ pickupId }: SavedAction) => takenAway.find(({ id }) => id === pickupId)?.message;
    const nowMs = Date.now();
    try {
      await phoneStore.recordResponse(
        accepted.map((action) => accept(action, nowMs, photoAddress)),
        refused.map((action) => ({ action, refusal: refusalOf(action, takenText(action) ?? message) })),
      );
    } catch {
      // The phone is full. The actions that are still saved are sent again later, so nothing is lost.
      changeOutboxState({ canSave: false });
      this.hold(batch);
      return;
    }
    const ignored = refused.map(({ place }) => place);
    if (isAccepted) this.results.add(response, ignored);
    else if (batch[0]?.work.kind === 'complete') showFailure();
  }

  private async postpone(batch: readonly SavedAction[], outcome: Exclude<Outcome, Response>): Promise<void> {
    const hasFailed = outcome.kind === 'unavailable' && outcome.hasFailed;
    // If the phone is full, the attempt isn't counted.
    await phoneStore
      .countAttempt(
        batch.map(({ seq }) => seq),
        { hasFailed },
      )
      .catch(() => undefined);
    if (outcome.kind === 'unavailable') this.backOff(batch, outcome);
    // Once for each press: the later attempts are ours.
    if (hasFailed && batch.some((action) => action.work.kind === 'complete' && !action.hasFailed)) showFailure();
  }

  /**
   * Pauses the whole queue if the server is busy, which keeps the order. After any other error, or many busy responses
   * in a row, puts the batch's stops on hold.
   */
  private backOff(batch: readonly SavedAction[], { isBusy, retryAfterMs = 0 }: Unavailable): void {
    this.busyInARow = isBusy ? this.busyInARow + 1 : 0;
    if (isBusy) this.busyUntilMs = performance.now() + Math.min(retryAfterMs, longestBusyMs);
    if (isBusy && this.busyInARow < busyResponsesBeforeHold) return;
    this.hold(batch);
  }

  private hold(batch: readonly SavedAction[]): void {
    for (const { pickupId } of batch) this.holds.set(pickupId, performance.now() + holdMs);
  }

  /** Shows the results. Doesn't wait for the route to refresh, because new actions would have to wait for it too. */
  private finish(end: End): End {
    this.results.show();
    if (this.hasNews) void refreshRoute();
    this.hasNews = false;
    return end;
  }
}

/** Marks the actions as sent. If the phone is full, returns them unmarked, so that they are sent in any case. */
async function marked(batch: readonly SavedAction[]): Promise<readonly SavedAction[]> {
  return await phoneStore.markSent(batch).catch(() => batch);
}

/** Runs `work` in one tab at a time. A browser without locks may send an action twice, which takes effect once. */
async function underLock(name: string, work: () => Promise<End>): Promise<End> {
  if (!navigator.locks) return await work();
  return await navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await work() : 'later'));
}
