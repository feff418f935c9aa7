import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import { fastestTryMs } from '../../../../tests/support/fastest-try.ts';
import { euclideanMatrix } from '../../../../tests/support/routing/routing-problems.ts';
import type { DayProblem } from '../day-problem.ts';
import { orderRoute } from '../order-route.ts';
import { planDay } from '../plan-day.ts';
import type { RouteProblem } from '../problem.ts';
import { createRandom } from '../random.ts';
import { orderInWorker, planInWorker } from './solve-in-worker.ts';

/** Returns a day with random points around a depot. */
function dayOf(stops: number, vehicles: number): DayProblem {
  const random = createRandom(9);
  const points = Array.from({ length: stops + 1 }, () => [random.below(10_000), random.below(10_000)] as const);
  return {
    matrix: euclideanMatrix(points),
    vehicles: Array.from({ length: vehicles }, () => ({ start: 0, end: 0 })),
    stops: points.slice(1).map((_, index) => ({ place: index + 1, service: 60, load: 1 })),
    balance: 1,
  };
}

function routeOf(count: number): RouteProblem {
  const { matrix, stops } = dayOf(count, 1);
  return { matrix, vehicle: { start: 0, end: 0 }, stops };
}

const long = { budgetMs: 60_000, seed: 1 };

describe('orderInWorker', () => {
  it('returns what orderRoute returns, and leaves the matrix usable', async () => {
    const problem = routeOf(30);
    const options = { budgetMs: 20_000, seed: 2, maxRounds: 100 };
    expect(await orderInWorker(problem, options)).toEqual(orderRoute(problem, options));
    expect(problem.matrix.costs).toHaveLength(31 * 31);
  });

  it('ends when its budget does', async () => {
    const startedMs = performance.now();
    expect(await orderInWorker(routeOf(200), { budgetMs: 200, seed: 1 })).toHaveLength(200);
    // On a busy machine CPU time is less than wall-clock time.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('rejects with the mistake in the problem', async () => {
    const problem = { ...routeOf(3), stops: [{ place: 4 }] };
    await expect(orderInWorker(problem, long)).rejects.toThrow(
      'Routing problem: the place of stop 0 is not a place of the matrix: 4.',
    );
  });

  it('rejects when the thread crashes, and serves the next call', async () => {
    // Types are not checked at run time: the thread throws on stops that are not an array.
    const problem = { ...routeOf(3), stops: 7 } as unknown as RouteProblem;
    await expect(orderInWorker(problem, long)).rejects.toThrow(TypeError);
    expect(await orderInWorker(routeOf(5), long)).toHaveLength(5);
  });

  it('stops immediately when aborted', async () => {
    const reason = new Error('not wanted any more');
    const control = new AbortController();
    const running = orderInWorker(routeOf(50), long, control.signal);
    setTimeout(() => control.abort(reason), 300);
    await expect(running).rejects.toBe(reason);
    await expect(orderInWorker(routeOf(5), long, control.signal)).rejects.toBe(reason);
    // The next call does not wait for the aborted one.
    expect(await orderInWorker(routeOf(5), long)).toHaveLength(5);
  });

  it('can abort a waiting call alone', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const running = orderInWorker(routeOf(50), long, first.signal);
    const waiting = orderInWorker(routeOf(50), long, second.signal);
    second.abort(new Error('second'));
    await expect(waiting).rejects.toThrow('second');
    first.abort(new Error('first'));
    await expect(running).rejects.toThrow('first');
  });

  it('reuses its thread, and returns each of several callers their own result', async () => {
    await orderInWorker(routeOf(3), long);
    const started = vi.fn();
    process.on('worker', started);
    const sizes = [4, 9, 2, 7];
    const options = { budgetMs: 20_000, seed: 1, maxRounds: 20 };
    const results = await Promise.all(sizes.map((size) => orderInWorker(routeOf(size), options)));
    process.off('worker', started);
    expect(results).toEqual(sizes.map((size) => orderRoute(routeOf(size), options)));
    expect(started).not.toHaveBeenCalled();
  });

  it('plans days in the same thread, and returns no plan when aborted', async () => {
    const problem = dayOf(20, 2);
    const options = { budgetMs: 20_000, seed: 1, maxRounds: 64 };
    expect(await planInWorker(problem, options)).toEqual(planDay(problem, options));
    const control = new AbortController();
    const running = planInWorker(problem, long, control.signal);
    setTimeout(() => control.abort(new Error('cancelled')), 100);
    await expect(running).rejects.toThrow('cancelled');
    expect((await planInWorker(problem, options)).unassigned).toEqual([]);
  });

  it('leaves the event loop free while 600 stops are assigned to 12 drivers', async () => {
    const problem = dayOf(600, 12);
    const longestWaitMs = async () => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await planInWorker(problem, { budgetMs: 1_000, seed: 1 });
      delay.disable();
      return delay.max / 1e6;
    };
    // A generous bound, since other tests run in parallel. A solver on this thread would block it for a second.
    expect(await fastestTryMs(500, longestWaitMs)).toBeLessThan(500);
  });
});
