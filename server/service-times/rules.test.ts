import { describe, expect, it } from 'vitest';
import { addDays } from '../../contract/values/time/dates.ts';
import { randomOf } from '../../tests/support/random.ts';
import { measure, type Press, type Sample, samplesOf } from './rules.ts';

const nothing = { emptied: [], pauseMinutes: new Map<string, number>() };
const start = Date.parse('2026-11-02T12:00:00Z');

/** Returns a press this many seconds after the start of the day. */
const press = (seconds: number, change: Partial<Press> = {}): Press => ({
  ...{ driverId: 'a', day: '2026-11-02', at: new Date(start + seconds * 1000) },
  ...{ isCompleted: true, bags: 2, legSeconds: 100 },
  ...change,
});
const secondsOf = (presses: Press[], interruptions: Parameters<typeof samplesOf>[1] = nothing) =>
  samplesOf(presses, interruptions).map(({ seconds }) => seconds);

describe('what a stop took', () => {
  it('is the time since the press before it, less the drive', () => {
    expect(samplesOf([press(0), press(400), press(700, { bags: 7, legSeconds: 60 })], nothing)).toEqual([
      { day: '2026-11-02', bags: 2, seconds: 300 },
      { day: '2026-11-02', bags: 7, seconds: 240 },
    ]);
  });

  it.each<[string, Press[]]>([
    ['the first stop of a day', [press(0), press(400, { day: '2026-11-03' })]],
    ['the first stop of another driver', [press(0), press(400, { driverId: 'b' })]],
    ['a stop that was not completed', [press(0), press(400, { isCompleted: false })]],
    ['a stop without a known drive', [press(0), press(400, { legSeconds: null })]],
    ['less than 15 seconds', [press(0), press(114)]],
    ['more than 20 minutes', [press(0), press(1301)]],
    ['several stops with one press', [press(0), press(400), press(400)]],
  ])('is unknown for %s', (_, presses) => expect(secondsOf(presses)).toEqual([]));

  it('has both limits, and counts from an incomplete stop', () => {
    expect(secondsOf([press(0, { isCompleted: false }), press(115), press(1415)])).toEqual([15, 1200]);
  });

  it('is unknown over a visit to a disposal site by this driver', () => {
    const presses = [press(0), press(400), press(800)];
    const emptied = [
      { driverId: 'a', at: new Date(start + 500_000) },
      { driverId: 'b', at: new Date(start + 200_000) },
    ];
    expect(secondsOf(presses, { ...nothing, emptied })).toEqual([300]);
  });

  it('is unknown where the pause of the driver fits in', () => {
    const presses = [press(0), press(400), press(1100)];
    const pauseOf = (driverId: string) => ({ ...nothing, pauseMinutes: new Map([[driverId, 10]]) });
    expect(secondsOf(presses, pauseOf('a'))).toEqual([300]);
    expect(secondsOf(presses, pauseOf('b'))).toEqual([300, 600]);
  });
});

const truth = { stopSeconds: 205, bagSeconds: 17 };

interface Days {
  days: number;
  stops: number;
  /** Changes the presses of a day. */
  press?: (presses: Press[], day: number) => Press[];
}

/**
 * Returns the presses of three drivers whose stops take the true time, plus or minus half a minute. At 2% of the stops,
 * the driver takes a break or searches for the address.
 */
function synthetic(seed: number, { days, stops, press: change = (presses) => presses }: Days): Press[] {
  const { int } = randomOf(seed);
  const random = () => int(1e6) / 1e6;
  const noise = (spread: number) => (random() + random() + random() - 1.5) * 2 * spread;
  return ['a', 'b', 'c'].flatMap((driverId) =>
    Array.from({ length: days }, (_, day) => {
      let at = start + day * 86_400_000;
      const presses = Array.from({ length: stops }, (): Press => {
        const bags = 1 + Math.floor(random() * 8);
        const legSeconds = 40 + Math.floor(random() * 300);
        const service = truth.stopSeconds + truth.bagSeconds * bags + noise(30) + (random() < 0.02 ? 400 : 0);
        at += (legSeconds + noise(15) + service) * 1000;
        return { driverId, day: addDays('2026-11-02', day), at: new Date(at), isCompleted: true, bags, legSeconds };
      });
      return change(presses, day);
    }).flat(),
  );
}

const isClose = (measured: ReturnType<typeof measure>, percent = 5) => {
  expect(Math.abs((measured?.stopSeconds ?? 0) / truth.stopSeconds - 1) * 100).toBeLessThan(percent);
  expect(Math.abs((measured?.bagSeconds ?? 0) / truth.bagSeconds - 1) * 100).toBeLessThan(percent + 1);
};

describe('the measurement', () => {
  it.each([1, 2, 3, 4, 5])('finds the true times within 5 percent (seed %i)', (seed) => {
    const measured = measure(samplesOf(synthetic(seed, { days: 20, stops: 25 }), nothing));
    isClose(measured);
    // Each driver's first stop of a day has no press before it.
    expect(measured?.stops).toBeGreaterThan(1_400);
    expect(measured).toMatchObject({ from: '2026-11-02', until: '2026-11-21' });
  });

  it.each([1, 2, 3])('is not moved by days on which nobody pressed in time (seed %i)', (seed) => {
    const wrong = (presses: Press[], day: number): Press[] => {
      // Every press is at the end of the day, seconds apart.
      if (day % 5 === 0)
        return presses.map((one, at) => ({ ...one, at: new Date(start + day * 86_400_000 + 3e7 + at * 3_000) }));
      // Every third press comes late, just before the next one.
      if (day % 5 === 1)
        return presses.map((one, at) =>
          at % 3 === 0 && presses[at + 1]
            ? { ...one, at: new Date((presses[at + 1]?.at.getTime() ?? 0) - 20_000) }
            : one,
        );
      return presses;
    };
    isClose(measure(samplesOf(synthetic(seed, { days: 25, stops: 25, press: wrong }), nothing)));
  });

  it('measures the newest two thousand stops', () => {
    const measured = measure(samplesOf(synthetic(9, { days: 28, stops: 40 }), nothing));
    expect(measured).toMatchObject({ stops: 2_000, until: '2026-11-29' });
    expect(measured?.from).toBe('2026-11-12');
    isClose(measured);
  });

  const samples = (count: number, of: (index: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: count }, (_, index) => ({
      day: '2026-11-02',
      bags: 1 + (index % 5),
      seconds: 300,
      ...of(index),
    }));

  it('needs 200 stops, and stops with different bags', () => {
    expect(measure(samples(199, () => ({})))).toBeNull();
    expect(measure(samples(200, () => ({})))).not.toBeNull();
    expect(measure(samples(300, () => ({ bags: 3 })))).toBeNull();
  });

  it('stays within what is possible', () => {
    expect(measure(samples(200, (index) => ({ seconds: 20 + (index % 5) })))).toMatchObject({
      stopSeconds: 60,
      bagSeconds: 5,
    });
    expect(measure(samples(200, (index) => ({ seconds: 700 + 90 * (index % 5) })))).toMatchObject({
      stopSeconds: 600,
      bagSeconds: 60,
    });
  });
});
