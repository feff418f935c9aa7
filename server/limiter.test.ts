import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeyedQueues, Limiter } from './limiter.ts';

/** Makes work that runs until the test ends it. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

describe('Limiter', () => {
  it('runs at most its number in parallel, and everything in the end', async () => {
    const limiter = new Limiter(2, 100);
    let running = 0;
    let most = 0;
    const jobs = Array.from({ length: 20 }, (_, index) =>
      limiter.run(async () => {
        running++;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
        if (index % 3 === 0) throw new Error('failed');
        return index;
      }),
    );
    const results = await Promise.allSettled(jobs);
    expect(most).toBe(2);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(13);
    expect(limiter.isIdle).toBe(true);
  });

  it('throws 503 immediately when too many are waiting', async () => {
    const limiter = new Limiter(1, 1);
    const first = work();
    const running = limiter.run(first.run);
    const waiting = limiter.run(async () => 'done');
    await expect(limiter.run(async () => 'never')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    first.end();
    await running;
    expect(await waiting).toBe('done');
  });
});

describe('work that waits for its turn', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gets 503 after ten seconds, and leaves its place to those behind', async () => {
    vi.useFakeTimers();
    const limiter = new Limiter(1, 2);
    const first = work();
    const running = limiter.run(first.run);
    const tooLate = limiter.run(async () => 'too late');
    const refused = expect(tooLate).rejects.toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 2 });
    vi.advanceTimersByTime(9_000);
    const behind = limiter.run(async () => 'behind');
    vi.advanceTimersByTime(1_000);
    await refused;
    first.end();
    await running;
    expect(await behind).toBe('behind');
    vi.advanceTimersByTime(20_000);
    expect(limiter.isIdle).toBe(true);
  });
});

describe('KeyedQueues', () => {
  it('runs work of one key in turn and other keys in parallel', async () => {
    const queues = new KeyedQueues(10);
    const first = work();
    const order: string[] = [];
    const slow = queues.run('a', async () => {
      await first.run();
      order.push('first a');
    });
    const queued = queues.run('a', async () => order.push('second a'));
    await queues.run('b', async () => order.push('b'));
    first.end();
    await Promise.all([slow, queued]);
    expect(order).toEqual(['b', 'first a', 'second a']);
  });
});
