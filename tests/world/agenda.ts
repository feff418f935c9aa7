import type { Step } from './actor.ts';

interface Entry extends Step {
  readonly actor: string;
  readonly place: number;
}

/** The steps to come, by time. Steps of the same time come in the order in which they were added. */
export class Agenda {
  readonly #entries: Entry[] = [];
  #count = 0;

  add(actor: string, steps: readonly Step[]): void {
    for (const step of steps) {
      this.#count += 1;
      this.#entries.push({ ...step, actor, place: this.#count });
    }
    this.#entries.sort((a, b) => a.atMs - b.atMs || a.place - b.place);
  }

  /** Returns when the next step is due; undefined after the last one. */
  nextMs(): number | undefined {
    return this.#entries[0]?.atMs;
  }

  take(): (Step & { readonly actor: string }) | undefined {
    return this.#entries.shift();
  }
}
