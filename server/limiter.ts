import { Refusal } from './refusal.ts';

/** How long work waits for its turn by default. A person who waits longer presses again. */
const usualWaitMs = 10_000;

/**
 * Runs at most `maxRunning` pieces of work in parallel; at most `maxWaiting` wait, each for at most `maxWaitMs`. Beyond
 * that, `run` throws 503.
 */
export class Limiter {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxRunning: number, maxWaiting: number, maxWaitMs = usualWaitMs) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitMs = maxWaitMs;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running++;
    else await this.#waitForTurn();
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in line, so that no newcomer can take it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #waitForTurn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(busy());
      }, this.#maxWaitMs);
      this.#waiting.push(begin);
    });
  }
}

function busy(): Refusal {
  return new Refusal(503, "We're busy right now. Please try again.", { code: 'busy', retryAfterSeconds: 2 });
}

/**
 * Runs work of the same key one at a time, or `maxRunningPerKey` at a time. Different keys don't wait for each other.
 * `run` throws 503 when too much work of its key is waiting, and after ten seconds of waiting.
 */
export class KeyedQueues {
  readonly #limiters = new Map<string, Limiter>();
  readonly #maxWaitingPerKey: number;
  readonly #maxRunningPerKey: number;

  constructor(maxWaitingPerKey: number, maxRunningPerKey = 1) {
    this.#maxWaitingPerKey = maxWaitingPerKey;
    this.#maxRunningPerKey = maxRunningPerKey;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiters.get(key) ?? new Limiter(this.#maxRunningPerKey, this.#maxWaitingPerKey);
    this.#limiters.set(key, limiter);
    try {
      return await limiter.run(work);
    } finally {
      if (limiter.isIdle) this.#limiters.delete(key);
    }
  }
}
