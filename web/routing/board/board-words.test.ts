import { describe, expect, it } from 'vitest';
import { clockText, countdownText, loadText, overText } from './board-words.ts';

it('writes a load', () => {
  expect([loadText(0, 0), loadText(1, 1), loadText(42, 180)]).toEqual([
    'No stops',
    '1 stop · 1 bag',
    '42 stops · 180 bags',
  ]);
});

describe('overload', () => {
  it('is words when the work ends after the shift', () => {
    expect([overText(80), overText(20), overText(60)]).toEqual([
      '1 h 20 min over shift',
      '20 min over shift',
      '1 h over shift',
    ]);
  });

  it('is nothing when it fits or is unknown', () => {
    expect([overText(0), overText(-15), overText(0.4), overText(null)]).toEqual([null, null, null, null]);
  });
});

it('writes shift times', () => {
  expect(['07:00', '15:30', '12:00', '00:15', '24:00'].map(clockText)).toEqual([
    '7 AM',
    '3:30 PM',
    '12 PM',
    '12:15 AM',
    '12 AM',
  ]);
});

it('counts down to zero', () => {
  expect([120_000, 61_200, 59_000, 1, 0, -500].map(countdownText)).toEqual([
    '2:00',
    '1:02',
    '0:59',
    '0:01',
    '0:00',
    '0:00',
  ]);
});
