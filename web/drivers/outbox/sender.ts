import type { KeptAction } from './action.ts';
import { Answers, readRouteAgain, tellFailure, troubleOf } from './answers.ts';
import { type Line, nextBatch } from './lanes.ts';
import { phoneStore } from './phone-store.ts';
import { type Outcome, sendBatch } from './send-batch.ts';

interface SenderOptions {
  userId: string;
  line: Line;
  /** False as soon as the session is not the one that the queue belongs to. */
  isAllowed: () => boolean;
  /** Something was settled, refused or tried in vain. */
  onChange: () => Promise<void>;
  onSending: (isSending: boolean) => void;
  onOutcome: (outcome: Outcome) => void;
}

/** How a round ended: nothing is left that may go, or something is that may go another time. */
type End = 'empty' | 'later';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;
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
  /** Something was answered since the route was read again. */
  private hasNews = false;
  private pauseMs = firstPauseMs;
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
    this.isRunning = true;
    void alone(`stoop.outbox.${this.options.line}`, () => this.round())
      .catch((): End => 'later')
      .then((end) => this.rest(end));
  }

  /** As `kick`, and tries anew what the server has stumbled over: it may have recovered. */
  startAnew(): void {
    this.holds.clear();
    this.pauseMs = firstPauseMs;
    this.kick();
  }

  private rest(end: End): void {
    this.isRunning = false;
    this.options.onSending(false);
    if (end === 'later') {
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
      const batch = nextBatch(actions, line, this.holds, Date.now());
      if (batch.length === 0 || !isAllowed()) {
        const isLeft = nextBatch(actions, line, new Map(), Date.now()).length > 0;
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

  private async record(batch: readonly KeptAction[], outcome: Outcome): Promise<void> {
    if (outcome.kind === 'answered') {
      const refused = batch.filter(({ pickupId }) => outcome.ignoredIds.includes(pickupId));
      await this.settle(
        batch.filter((action) => !refused.includes(action)),
        refused,
        null,
      );
      this.answers.add(outcome);
    } else if (outcome.kind === 'refused') {
      await this.settle([], batch, outcome.message);
      if (batch[0]?.work.kind === 'complete') tellFailure();
    } else {
      await phoneStore.countAttempt(batch.map(({ seq }) => seq));
      if (outcome.kind === 'stumbled') {
        for (const { pickupId } of batch) this.holds.set(pickupId, Date.now() + holdMs);
      }
    }
    await this.options.onChange();
  }

  private async settle(done: readonly KeptAction[], refused: readonly KeptAction[], message: string | null) {
    this.pauseMs = firstPauseMs;
    this.hasNews = true;
    await phoneStore.settle(
      done.map(({ seq }) => seq),
      refused.map((action) => ({ seq: action.seq, trouble: troubleOf(action, message) })),
      Date.now(),
    );
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
