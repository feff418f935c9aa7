import type { SavedAction } from './action.ts';
import { phoneStore, type Refused, settled } from './phone-store.ts';
import { type Line, nextBatch } from './queues.ts';
import { Answers, readRouteAgain, showFailure, troubleOf } from './results.ts';
import { type Outcome, sendBatch } from './send-batch.ts';

interface SenderOptions {
  userId: string;
  line: Line;
  /** False as soon as the session is not the one that the queue belongs to. */
  isAllowed: () => boolean;
  /** Something was settled, refused or tried in vain. `untold` is what the phone had no room to keep for the driver to read. */
  onChange: (untold: readonly Refused[]) => Promise<void>;
  onSending: (isSending: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** How a round ended: nothing is left that may go, or something is that may go another time. */
type End = 'empty' | 'later';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;
const longestBusyMs = 60_000;
/** A server that is busy so often in a row, a minute long, may be so only for this stop. */
const busyInARow = 6;
/** How long a stop is left alone over which the server stumbled. */
const holdMs = 30_000;
/** So many stumbles in a row are the server's, not the stops'. */
const stumblesInARow = 2;

/**
 * Sends one line of the outbox, in order and one call at a time over all tabs. An action is sent until the server has
 * answered it: at least once, and as the server takes a repetition for what it is, with one effect.
 */
export class Sender {
  private readonly options: SenderOptions;
  private readonly answers = new Answers();
  private readonly holds = new Map<string, number>();
  private isRunning = false;
  private isKicked = false;
  /** What the round that runs stumbles over, it may have met before things were better. */
  private isToStartAnew = false;
  /** Something was answered since the route was read again. */
  private hasNews = false;
  private pauseMs = firstPauseMs;
  /** Until then the server has asked to be left alone. By a clock that nobody sets, as the holds. */
  private busyUntilMs = 0;
  private busyInARow = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SenderOptions) {
    this.options = options;
  }

  /** Sends what waits, until nothing does or nobody can be reached. */
  kick(): void {
    clearTimeout(this.timer);
    if (this.isRunning) {
      this.isKicked = true;
      return;
    }
    const busyMs = this.busyUntilMs - performance.now();
    if (busyMs > 0) {
      this.timer = setTimeout(() => this.kick(), busyMs);
      return;
    }
    this.isRunning = true;
    void alone(`stoop.outbox.${this.options.line}`, () => this.round())
      .catch((): End => 'later')
      .then((end) => this.rest(end));
  }

  /** As `kick`, and tries anew what the server has stumbled over: it may have recovered. */
  startAnew(): void {
    this.holds.clear();
    this.pauseMs = firstPauseMs;
    this.isToStartAnew = this.isRunning;
    this.kick();
  }

  private rest(end: End): void {
    this.isRunning = false;
    this.options.onSending(false);
    if (this.isToStartAnew) {
      this.startAnew();
    } else if (end === 'later') {
      // Not all phones of a dead spot at the same moment.
      this.timer = setTimeout(() => this.kick(), this.pauseMs * (0.75 + Math.random() / 2));
      this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
    } else if (this.isKicked) {
      this.timer = setTimeout(() => this.kick(), 0);
    }
    this.isKicked = false;
  }

  private async round(): Promise<End> {
    const { userId, line, isAllowed, onSending, onOutcome } = this.options;
    let stumbles = 0;
    for (;;) {
      const actions = await phoneStore.actionsOf(userId);
      const batch = nextBatch(actions, line, this.holds, performance.now());
      if (batch.length === 0 || !isAllowed()) {
        const isLeft = nextBatch(actions, line, new Map(), 0).length > 0;
        return this.finish(isLeft && isAllowed() ? 'later' : 'empty');
      }
      onSending(true);
      const outcome = await sendBatch(batch);
      stumbles = outcome.kind === 'stumbled' ? stumbles + 1 : 0;
      onOutcome(outcome);
      await this.record(batch, outcome);
      if (outcome.kind === 'signed-out') return this.finish('empty');
      if (outcome.kind === 'unreached') return this.finish('later');
      if (outcome.kind === 'stumbled' && (outcome.isBusy || stumbles >= stumblesInARow)) return this.finish('later');
    }
  }

  private async record(batch: readonly SavedAction[], outcome: Outcome): Promise<void> {
    let untold: readonly Refused[] = [];
    if (outcome.kind === 'answered') {
      const refused = batch.filter(({ pickupId }) => outcome.ignoredIds.includes(pickupId));
      const done = batch.filter((action) => !refused.includes(action));
      const nowMs = Date.now();
      untold = await this.settle(
        done.map((action) => settled(action, nowMs, outcome.photoAddress)),
        refused,
        null,
      );
      this.answers.add(outcome);
    } else if (outcome.kind === 'refused') {
      untold = await this.settle([], batch, outcome.message);
      if (batch[0]?.work.kind === 'complete') showFailure();
    } else {
      // On a full phone it is not counted; the others must get their turn all the same.
      await phoneStore.countAttempt(batch.map(({ seq }) => seq)).catch(() => undefined);
      if (outcome.kind === 'stumbled') this.giveWay(batch, outcome);
    }
    await this.options.onChange(untold);
  }

  /** Of a busy server the whole line waits, or what is pressed later would go first; only what it cannot take waits alone. */
  private giveWay(batch: readonly SavedAction[], { isBusy, retryAfterMs = 0 }: Extract<Outcome, { kind: 'stumbled' }>) {
    const nowMs = performance.now();
    this.busyInARow = isBusy ? this.busyInARow + 1 : 0;
    if (isBusy) this.busyUntilMs = nowMs + Math.min(retryAfterMs, longestBusyMs);
    if (isBusy && this.busyInARow < busyInARow) return;
    for (const { pickupId } of batch) this.holds.set(pickupId, nowMs + holdMs);
  }

  private async settle(
    done: readonly SavedAction[],
    refused: readonly SavedAction[],
    message: string | null,
  ): Promise<readonly Refused[]> {
    const withTrouble = refused.map((action) => ({ action, trouble: troubleOf(action, message) }));
    const untold = await phoneStore.settle(done, withTrouble);
    this.pauseMs = firstPauseMs;
    this.busyInARow = 0;
    this.hasNews = true;
    return untold;
  }

  /** Tells what was answered. Does not wait for the route: what is pressed meanwhile must not wait for it either. */
  private finish(end: End): End {
    this.answers.tell();
    if (this.hasNews) void readRouteAgain();
    this.hasNews = false;
    return end;
  }
}

/** One sender among all tabs. A browser without locks may send twice, which has one effect. */
async function alone(name: string, work: () => Promise<End>): Promise<End> {
  if (!navigator.locks) return await work();
  return await navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? await work() : 'later'));
}
