import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Thrown when the budget is spent. Its code is that of a lost connection, so the response is 503 with Retry-After
 * (http/error-handler.ts).
 */
class BudgetSpent extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super('The request has waited too long for the database');
  }
}

/**
 * The total time that a request may wait for the database. Only these waits count; calls to the payment provider and
 * the solver don't. Once the budget is spent, every present and later wait is cancelled.
 */
export class TimeBudget {
  #leftMs: number;
  #startedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  /** Waits for `work`. Calls `cancel` and rejects once the budget is spent. */
  wait<T>(work: Promise<T>, cancel: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        cancel();
        reject(new BudgetSpent());
      };
      work.then(
        (value) => {
          this.#end(giveUp);
          resolve(value);
        },
        (error) => {
          this.#end(giveUp);
          reject(error);
        },
      );
      if (this.#leftMs > 0) this.#begin(giveUp);
      else giveUp();
    });
  }

  #begin(giveUp: () => void): void {
    this.#waiting.add(giveUp);
    // Parallel waits count only once.
    if (this.#waiting.size > 1) return;
    this.#startedMs = performance.now();
    this.#timer = setTimeout(() => this.#spend(), this.#leftMs);
  }

  #end(giveUp: () => void): void {
    if (!this.#waiting.delete(giveUp) || this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#startedMs;
  }

  #spend(): void {
    this.#leftMs = 0;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const giveUp of waiting) giveUp();
  }
}

const budgets = new AsyncLocalStorage<TimeBudget | undefined>();

/** Runs work whose waits for the database spend this budget. Without a budget, the waits are unlimited. */
export function withTimeBudget<T>(budget: TimeBudget | undefined, work: () => T): T {
  return budgets.run(budget, work);
}

/** Waits within the budget of the current request, if it has one. */
export function waitWithinBudget<T>(work: Promise<T>, cancel: () => void): Promise<T> {
  return budgets.getStore()?.wait(work, cancel) ?? work;
}
