import { processorMs } from './processor-clock.ts';

export interface SearchLimits {
  /** How long to search, in milliseconds of the thread's own processor time. */
  readonly budgetMs: number;
  /** Ends after as many rounds whatever time is left: then the result depends on no clock. */
  readonly maxRounds?: number;
}

/** Tells a search when to stop. Reading the clock costs as much as a small round, so it is read now and then. */
export class SearchLimit {
  private readonly deadlineMs: number;
  private readonly maxRounds: number;
  private readonly callsPerReading: number;
  private rounds = 0;
  private calls = 0;
  private isLate = false;

  constructor({ budgetMs, maxRounds }: SearchLimits, callsPerReading = 4) {
    this.deadlineMs = processorMs() + budgetMs;
    this.maxRounds = maxRounds ?? Number.POSITIVE_INFINITY;
    this.callsPerReading = callsPerReading;
  }

  /** Counts a round; false when it must not begin any more. */
  nextRound(): boolean {
    return this.rounds++ < this.maxRounds && this.hasTime();
  }

  /** A part of the search that ends after some rounds of its own, or with the whole. */
  stage(rounds: number): SearchLimit {
    const budgetMs = Math.max(0, this.deadlineMs - processorMs());
    return new SearchLimit({ budgetMs, maxRounds: Math.min(rounds, this.maxRounds) }, this.callsPerReading);
  }

  hasTime(): boolean {
    if (!this.isLate && ++this.calls % this.callsPerReading === 0) this.isLate = processorMs() >= this.deadlineMs;
    return !this.isLate;
  }
}
