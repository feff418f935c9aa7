export interface SearchLimits {
  /** In milliseconds of the thread's CPU time. */
  readonly budgetMs: number;
  /** Limit of rounds, for a result that does not depend on a clock. */
  readonly maxRounds?: number;
}

/** Decides when a search ends. Reading the clock costs as much as a small round, so it is read only every few calls. */
export class SearchLimit {
  private readonly deadlineMs: number;
  private readonly maxRounds: number;
  private readonly callsPerReading: number;
  private rounds = 0;
  private calls = 0;
  private isLate = false;

  constructor({ budgetMs, maxRounds }: SearchLimits, callsPerReading = 4) {
    this.deadlineMs = cpuTimeMs() + budgetMs;
    this.maxRounds = maxRounds ?? Number.POSITIVE_INFINITY;
    this.callsPerReading = callsPerReading;
  }

  /** Counts a round. Returns false if the search must end instead. */
  nextRound(): boolean {
    return this.rounds++ < this.maxRounds && this.hasTime();
  }

  /** Returns the limit of one stage: a separate number of rounds, within the whole limit. */
  stage(rounds: number): SearchLimit {
    const budgetMs = Math.max(0, this.deadlineMs - cpuTimeMs());
    return new SearchLimit({ budgetMs, maxRounds: Math.min(rounds, this.maxRounds) }, this.callsPerReading);
  }

  hasTime(): boolean {
    if (!this.isLate && ++this.calls % this.callsPerReading === 0) this.isLate = cpuTimeMs() >= this.deadlineMs;
    return !this.isLate;
  }
}

/**
 * Returns the CPU time that the calling thread has used, in milliseconds. Unlike wall-clock time, it doesn't depend on
 * other load.
 */
export function cpuTimeMs(): number {
  const used = process.threadCpuUsage();
  return (used.user + used.system) / 1000;
}
