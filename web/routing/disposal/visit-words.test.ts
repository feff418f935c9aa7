import { expect, it } from 'vitest';
import { emptiedText, visitText, visitTitle } from './visit-words.ts';

const planned = { bags: 118, minutes: 20, estimatedArrival: '2026-11-23T16:30:00.000Z', emptiedAt: null, tons: null };
const emptied = { ...planned, emptiedAt: '2026-11-23T18:42:00.000Z' };

it('writes a planned visit', () => {
  expect(visitTitle({ siteName: 'Eastwick Transfer' })).toBe('Empty the truck · Eastwick Transfer');
  expect(visitText(planned)).toBe('11:30 AM · 118 bags on board · 20 min');
  expect(visitText({ ...planned, bags: 1, minutes: 90, estimatedArrival: null })).toBe('1 bag on board · 1 h 30 min');
});

it('writes when it was emptied, with the weight if there is one', () => {
  expect(visitText(emptied)).toBe('Emptied at 1:42 PM');
  expect(['3.25', '3.20', '1.00', '0.50'].map((tons) => visitText({ ...emptied, tons }))).toEqual([
    'Emptied at 1:42 PM · 3.25 tons',
    'Emptied at 1:42 PM · 3.2 tons',
    'Emptied at 1:42 PM · 1 ton',
    'Emptied at 1:42 PM · 0.5 tons',
  ]);
});

it('counts visits that are done', () => {
  expect([0, 1, 2].map(emptiedText)).toEqual([null, 'emptied once', 'emptied 2 times']);
});
