import { expect, it } from 'vitest';
import type { DriverTruck } from '../../../contract/routing/trucks.ts';
import { changedParts, placeHint, textsOf, truckBodyOf } from './truck-texts.ts';

const saved: DriverTruck = {
  ...{ isOwn: false, capacityBags: 120, settingsBags: 120, pause: null },
  ...{ start: { address: null, isPlaced: false }, end: { address: '1 Depot Rd', isPlaced: false } },
  shift: { start: '07:00', end: '15:00', isOwn: false },
};
const texts = textsOf(saved);

it('textsOf and truckBodyOf keep what is saved', () => {
  expect(truckBodyOf(texts)).toEqual({
    ...{ capacityBags: 120, startAddress: null, endAddress: '1 Depot Rd', pause: null },
  });
  const pause = { minutes: 45, from: '10:30', until: '12:00' };
  expect(truckBodyOf(textsOf({ ...saved, pause })).pause).toEqual(pause);
});

it('truckBodyOf sends no number for an empty text', () => {
  expect(truckBodyOf({ ...texts, bags: ' ' }).capacityBags).toBeNaN();
});

it('changedParts separates the shift from the truck', () => {
  expect(changedParts(texts, saved)).toEqual({ shift: false, truck: false });
  expect(changedParts({ ...texts, end: '16:00' }, saved)).toEqual({ shift: true, truck: false });
  expect(changedParts({ ...texts, hasPause: true }, saved)).toEqual({ shift: false, truck: true });
});

it('placeHint says where the day starts without an address, and that an address has no place', () => {
  expect(placeHint('', saved.start, 'start')).toBe('Empty: the day starts at the first stop.');
  expect(placeHint(' ', { address: null, isPlaced: true }, 'end')).toBe('Empty: the default place.');
  expect(placeHint('1 Depot Rd', saved.end, 'end')).toBe('Not on the map yet.');
  expect(placeHint('2 Depot Rd', saved.end, 'end')).toBe('Street, city and ZIP code.');
});
