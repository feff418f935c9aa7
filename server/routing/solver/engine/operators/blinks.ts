import type { Random } from '../../random.ts';

/** The share of places skipped at random, so that the greedy choice varies (the paper's blink rate). */
const blinkRate = 0.01;

/**
 * Skips places at random. The number of places until the next skip is drawn from a geometric distribution, which saves
 * a random number per place.
 */
export class Blinks {
  private readonly random: Random;
  private placesLeft: number;

  constructor(random: Random) {
    this.random = random;
    this.placesLeft = this.draw();
  }

  /** Returns true if this place is to be skipped. */
  skip(): boolean {
    if (--this.placesLeft >= 0) return false;
    this.placesLeft = this.draw();
    return true;
  }

  private draw(): number {
    return Math.floor(Math.log(1 - this.random.unit()) / Math.log(1 - blinkRate));
  }
}
