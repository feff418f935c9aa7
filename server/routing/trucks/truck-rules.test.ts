import { expect, it } from 'vitest';
import type { DriverTruck } from '../../../contract/routing/trucks.ts';
import { describeTruckChange, pauseText, whyWrongPause } from './truck-rules.ts';

const lunch = { minutes: 30, from: '11:00', until: '13:00' };
const fallback: DriverTruck = {
  ...{ isOwn: false, capacityBags: 120, settingsBags: 120, pause: null },
  ...{ start: { address: null, isPlaced: false }, end: { address: null, isPlaced: false } },
  shift: { start: '07:00', end: '15:00', isOwn: false },
};

it('whyWrongPause takes none, or one whose latest time is after its earliest', () => {
  expect([whyWrongPause(null), whyWrongPause(lunch)]).toEqual([null, null]);
  expect(whyWrongPause({ ...lunch, until: '11:00' })).toHaveProperty(['pause.until']);
});

it('pauseText says how long and when', () => {
  expect([pauseText(lunch), pauseText(null)]).toEqual(['30 minutes between 11:00 AM and 1:00 PM', 'none']);
});

it('describeTruckChange names what changed, and what comes from the settings', () => {
  expect(describeTruckChange(fallback, fallback)).toEqual({});
  const own = { ...fallback, isOwn: true, capacityBags: 200, pause: lunch };
  expect(describeTruckChange(fallback, { ...own, start: { address: '1 Depot Rd', isPlaced: true } })).toEqual({
    bags: '120 (settings) to 200',
    start: 'the settings to 1 Depot Rd',
    pause: 'none to 30 minutes between 11:00 AM and 1:00 PM',
  });
});
