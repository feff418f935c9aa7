import type { DriverTruck, DriverTruckBody } from '../../../contract/routing/trucks.ts';

/** A driver's truck and shift as typed text. */
export interface TruckTexts {
  readonly start: string;
  readonly end: string;
  readonly bags: string;
  readonly startAddress: string;
  readonly endAddress: string;
  readonly hasPause: boolean;
  readonly pauseMinutes: string;
  readonly pauseFrom: string;
  readonly pauseUntil: string;
}

export function textsOf({ shift, capacityBags, start, end, pause }: DriverTruck): TruckTexts {
  return {
    ...{ start: shift.start, end: shift.end, bags: String(capacityBags) },
    ...{ startAddress: start.address ?? '', endAddress: end.address ?? '' },
    ...{ hasPause: pause !== null, pauseMinutes: String(pause?.minutes ?? 30) },
    ...{ pauseFrom: pause?.from ?? '11:00', pauseUntil: pause?.until ?? '13:00' },
  };
}

/** Returns the truck to send. Nothing is checked here, because the server names each wrong field. */
export function truckBodyOf(texts: TruckTexts): DriverTruckBody {
  return {
    capacityBags: numberOf(texts.bags),
    startAddress: texts.startAddress.trim() || null,
    endAddress: texts.endAddress.trim() || null,
    pause: texts.hasPause
      ? { minutes: numberOf(texts.pauseMinutes), from: texts.pauseFrom, until: texts.pauseUntil }
      : null,
  };
}

/** Returns which parts differ from the saved ones: the shift, the truck. */
export function changedParts(texts: TruckTexts, saved: DriverTruck): { shift: boolean; truck: boolean } {
  const same = truckBodyOf(textsOf(saved));
  return {
    shift: texts.start !== saved.shift.start || texts.end !== saved.shift.end,
    truck: JSON.stringify(truckBodyOf(texts)) !== JSON.stringify(same),
  };
}

/** Returns the hint below an address field. */
export function placeHint(typed: string, saved: DriverTruck['start'], which: 'start' | 'end'): string {
  const text = typed.trim();
  if (text === '') {
    if (saved.address === null && saved.isPlaced) return 'Empty: the default place.';
    return which === 'start' ? 'Empty: the day starts at the first stop.' : 'Empty: the day ends at the last stop.';
  }
  return text === saved.address && !saved.isPlaced ? 'Not on the map yet.' : 'Street, city and ZIP code.';
}

/** Returns NaN for an empty text, because `Number` would return 0. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
