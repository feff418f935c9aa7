import type { EngineData } from '../data.ts';

/**
 * The vehicles without stops, by kind: the search tries only one per kind. `slots` lists each kind's vehicles side by
 * side, the unused ones first.
 */
export class UnusedVehicles {
  private readonly kind: Int32Array;
  private readonly slots: Int32Array;
  private readonly slotOf: Int32Array;
  private readonly begin: Int32Array;
  private readonly left: Int32Array;

  constructor({ vehicles, kind, kinds }: EngineData) {
    this.kind = kind;
    this.slots = Int32Array.from({ length: vehicles }, (_, vehicle) => vehicle).sort(
      (a, b) => (kind[a] as number) - (kind[b] as number) || a - b,
    );
    this.slotOf = new Int32Array(vehicles);
    this.begin = new Int32Array(kinds).fill(vehicles);
    this.left = new Int32Array(kinds);
    this.slots.forEach((vehicle, slot) => {
      const own = kind[vehicle] as number;
      this.slotOf[vehicle] = slot;
      this.begin[own] = Math.min(slot, this.begin[own] as number);
      this.left[own] = (this.left[own] as number) + 1;
    });
  }

  /** Returns an unused vehicle of a kind, or -1. */
  one(kind: number): number {
    return this.left[kind] === 0 ? -1 : (this.slots[this.begin[kind] as number] as number);
  }

  take(vehicle: number): void {
    const kind = this.kind[vehicle] as number;
    const left = (this.left[kind] as number) - 1;
    this.left[kind] = left;
    this.moveTo(vehicle, (this.begin[kind] as number) + left);
  }

  release(vehicle: number): void {
    const kind = this.kind[vehicle] as number;
    const left = this.left[kind] as number;
    this.moveTo(vehicle, (this.begin[kind] as number) + left);
    this.left[kind] = left + 1;
  }

  private moveTo(vehicle: number, slot: number): void {
    const other = this.slots[slot] as number;
    const old = this.slotOf[vehicle] as number;
    this.slots[slot] = vehicle;
    this.slotOf[vehicle] = slot;
    this.slots[old] = other;
    this.slotOf[other] = old;
  }
}
