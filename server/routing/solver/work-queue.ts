/** A FIFO queue without duplicates of the cities whose neighbors changed (don't-look bits, Bentley 1992). */
export class WorkQueue {
  private readonly waiting: Int32Array;
  private readonly isWaiting: Uint8Array;
  private head = 0;
  private count = 0;

  constructor(size: number) {
    this.waiting = new Int32Array(size);
    this.isWaiting = new Uint8Array(size);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  push(city: number): void {
    if (this.isWaiting[city] !== 0) return;
    this.isWaiting[city] = 1;
    const tail = this.head + this.count++;
    this.waiting[tail < this.waiting.length ? tail : tail - this.waiting.length] = city;
  }

  pop(): number {
    const city = this.waiting[this.head] as number;
    if (++this.head === this.waiting.length) this.head = 0;
    this.count--;
    this.isWaiting[city] = 0;
    return city;
  }
}
