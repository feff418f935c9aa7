import { Refusal } from './refusal.ts';

/** Lets a few pieces of work run at a time and a bounded number wait; more than that is refused at once. */
export class Limiter {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
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
      // The turn is handed on without being given up, so that nobody who comes meanwhile can slip in.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #waitForTurn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new Refusal(503, 'We are busy at the moment. Please try again.', { code: 'busy', retryAfterSeconds: 2 });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Work of the same key runs one at a time; different keys do not wait for each other. */
export class Lanes {
  readonly #lanes = new Map<string, Limiter>();
  readonly #maxWaitingPerLane: number;

  constructor(maxWaitingPerLane: number) {
    this.#maxWaitingPerLane = maxWaitingPerLane;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? new Limiter(1, this.#maxWaitingPerLane);
    this.#lanes.set(key, lane);
    try {
      return await lane.run(work);
    } finally {
      if (lane.isIdle) this.#lanes.delete(key);
    }
  }
}
