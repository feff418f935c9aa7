import { describe, expect, it } from 'vitest';
import {
  clockText,
  columnLoad,
  countdownText,
  dayAlerts,
  dayWorkText,
  loadText,
  overText,
  shiftOutcomeText,
  staysLoadedText,
  timeWord,
  tooFullText,
  typeWord,
  undoneText,
} from './board-words.ts';

it('writes a load', () => {
  expect([loadText(0, 0), loadText(1, 1), loadText(42, 180), loadText(300, 1494)]).toEqual([
    'No stops',
    '1 stop · 1 bag',
    '42 stops · 180 bags',
    '300 stops · 1,494 bags',
  ]);
});

describe('the load of a column', () => {
  const day = { totalStops: 42, bags: 118, capacityBags: 120, fullestBags: 118 };

  it('is against what the truck holds, where capacity is looked at', () => {
    expect(columnLoad(day, 0)).toEqual({ load: '42 stops · 118 of 120 bags', fullest: null });
    expect(columnLoad({ ...day, capacityBags: null }, 0)).toEqual({ load: '42 stops · 118 bags', fullest: null });
    expect(columnLoad({ ...day, totalStops: 0, bags: 0 }, 0)).toEqual({ load: 'No stops', fullest: null });
  });

  it('has the fullest moment apart when the truck is emptied on the way', () => {
    const load = { load: '42 stops · 1,300 bags', fullest: 'Fullest: 118 of 120 bags' };
    expect(columnLoad({ ...day, bags: 1300 }, 12)).toEqual(load);
  });
});

it('says that a truck is too full', () => {
  expect([tooFullText(0), tooFullText(1), tooFullText(12)]).toEqual([null, 'Too full by 1 bag', 'Too full by 12 bags']);
});

it('says what is wrong with a day', () => {
  expect(dayAlerts({ over: 0, tooFull: 0, loaded: 0, late: 0 })).toEqual([]);
  expect(dayAlerts({ over: 1, tooFull: 1, loaded: 1, late: 1 })).toEqual([
    '1 driver over shift',
    '1 truck too full',
    '1 truck stays loaded',
    '1 stop late',
  ]);
  expect(dayAlerts({ over: 2, tooFull: 3, loaded: 2, late: 4 })).toEqual([
    '2 drivers over shift',
    '3 trucks too full',
    '2 trucks stay loaded',
    '4 stops late',
  ]);
});

it('says what stays on board', () => {
  expect([0, 1, 49].map(staysLoadedText)).toEqual([null, '1 bag stays on board', '49 bags stay on board']);
});

describe('overload', () => {
  it('is described when the work ends after the shift', () => {
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

describe('an undo', () => {
  it('counts the stops that are back', () => {
    expect([1, 12].map((undoneStops) => undoneText({ undoneStops, left: [] }))).toEqual([
      '1 stop is back where it was.',
      '12 stops are back where they were.',
    ]);
  });

  it('names what changed since, at most three', () => {
    const left = ['1 Elm St, Philadelphia', '2 Elm St', '3 Elm St', '4 Elm St'].map((address) => ({ address }));
    expect(undoneText({ undoneStops: 8, left })).toBe(
      '8 stops are back where they were. 4 stops changed since and were left alone: 1 Elm St, 2 Elm St, 3 Elm St and 1 more.',
    );
  });
});

it('names the outcome for the stops of a driver who is off', () => {
  const texts = [
    shiftOutcomeText({ movedStops: 0, unassigned: [] }, 'replan'),
    shiftOutcomeText({ movedStops: 40, unassigned: [] }, 'unassign'),
    shiftOutcomeText({ movedStops: 40, unassigned: [] }, 'replan'),
    shiftOutcomeText({ movedStops: 40, unassigned: [1, 2] }, 'replan'),
    shiftOutcomeText({ movedStops: 1, unassigned: [1] }, 'replan'),
  ];
  expect(texts).toEqual([
    'No stop had to move.',
    '40 stops went back to Unassigned.',
    '40 stops went to other drivers.',
    "38 stops went to other drivers. 2 didn't fit into any shift and are unassigned.",
    "1 stop didn't fit into another shift and is unassigned.",
  ]);
});

describe('a row', () => {
  it('says the type in a word', () => {
    expect([typeWord('subscription'), typeWord('same-day')]).toEqual(['Plan', 'Same-Day']);
  });

  it('shows the arrival time, else the promised window', () => {
    const pickupWindow = '9:00 AM – 11:00 AM';
    expect(timeWord({ estimatedArrival: '2026-11-23T14:40:00.000Z', pickupWindow })).toBe('9:40 AM');
    expect(timeWord({ estimatedArrival: null, pickupWindow })).toBe(pickupWindow);
    expect(timeWord({ estimatedArrival: null, pickupWindow: null })).toBe('');
  });
});

it("writes a driver's day, as a guess while stops have no place", () => {
  const load = { plannedMinutes: 430, miles: 31.24, endsAt: '2026-11-23T19:40:00.000Z', isEstimate: false };
  expect(dayWorkText(load)).toBe('7 h 10 min · 31.2 miles · ends 2:40 PM');
  expect(dayWorkText({ ...load, isEstimate: true, endsAt: null })).toBe('About 7 h 10 min · 31.2 miles');
});
