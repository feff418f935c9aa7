/**
 * A closed tour as an array of cities plus the position of each city: neighbors are found in one step, and a path is
 * reversed by swapping cities. A journal of the reversals allows undoing them.
 */
export class ArrayTour {
  readonly size: number;
  readonly cities: Int32Array;
  private readonly positions: Int32Array;
  /** Pairs of positions: the first and last of each reversed path. */
  private journal = new Int32Array(1024);
  private journalLength = 0;

  constructor(cities: Int32Array) {
    this.size = cities.length;
    this.cities = cities;
    this.positions = new Int32Array(cities.length);
    cities.forEach((city, position) => {
      this.positions[city] = position;
    });
  }

  at(position: number): number {
    return this.cities[position < this.size ? position : position - this.size] as number;
  }

  next(city: number): number {
    const position = (this.positions[city] as number) + 1;
    return this.cities[position === this.size ? 0 : position] as number;
  }

  previous(city: number): number {
    const position = this.positions[city] as number;
    return this.cities[position === 0 ? this.size - 1 : position - 1] as number;
  }

  /** Returns the number of steps forward from one city to another. */
  steps(from: number, to: number): number {
    const difference = (this.positions[to] as number) - (this.positions[from] as number);
    return difference < 0 ? difference + this.size : difference;
  }

  /** Reverses the path between `near` and `far`. `outside` is the neighbor of `near` that is not on the path. */
  reversePath(near: number, far: number, outside: number): void {
    if (this.previous(near) === outside) this.reverse(this.positions[near] as number, this.positions[far] as number);
    else this.reverse(this.positions[far] as number, this.positions[near] as number);
  }

  /** Returns the current end of the journal, for `undoTo`. */
  mark(): number {
    return this.journalLength;
  }

  undoTo(mark: number): void {
    while (this.journalLength > mark) {
      this.journalLength -= 2;
      const first = this.journal[this.journalLength] as number;
      this.swapEnds(first, this.journal[this.journalLength + 1] as number);
    }
  }

  clearJournal(): void {
    this.journalLength = 0;
  }

  /** Reverses the path or the rest of the tour, whichever is shorter: both give the same closed tour. */
  private reverse(first: number, last: number): void {
    const { size } = this;
    let from = first;
    let to = last;
    const length = to - from + 1;
    if ((length <= 0 ? length + size : length) * 2 > size) {
      from = last + 1 === size ? 0 : last + 1;
      to = first === 0 ? size - 1 : first - 1;
    }
    this.record(from, to);
    this.swapEnds(from, to);
  }

  private record(from: number, to: number): void {
    if (this.journalLength + 2 > this.journal.length) {
      const longer = new Int32Array(this.journal.length * 2);
      longer.set(this.journal);
      this.journal = longer;
    }
    this.journal[this.journalLength++] = from;
    this.journal[this.journalLength++] = to;
  }

  private swapEnds(from: number, to: number): void {
    const { cities, positions, size } = this;
    let left = from;
    let right = to;
    const length = right - left + 1;
    for (let swaps = (length <= 0 ? length + size : length) >> 1; swaps > 0; swaps--) {
      const a = cities[left] as number;
      const b = cities[right] as number;
      cities[left] = b;
      positions[b] = left;
      cities[right] = a;
      positions[a] = right;
      if (++left === size) left = 0;
      if (--right < 0) right = size - 1;
    }
  }
}
