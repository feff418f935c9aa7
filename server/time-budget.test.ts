import { setTimeout as pass } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { TimeBudget, waitWithinBudget, withTimeBudget } from './time-budget.ts';

const spent = { code: 'ETIMEDOUT' };

it('returns what it waits for', async () => {
  const budget = new TimeBudget(10_000);
  expect(await budget.wait(Promise.resolve('row'), vi.fn())).toBe('row');
  await expect(budget.wait(Promise.reject(new Error('no row')), vi.fn())).rejects.toThrow('no row');
});

it('cancels everything that waits once it is spent, and everything afterwards', async () => {
  const budget = new TimeBudget(50);
  const [first, second, late] = [vi.fn(), vi.fn(), vi.fn()];
  const waits = [budget.wait(pass(5_000), first), budget.wait(pass(5_000), second)];
  for (const wait of waits) await expect(wait).rejects.toMatchObject(spent);
  await expect(budget.wait(Promise.resolve(), late)).rejects.toMatchObject(spent);
  for (const cancel of [first, second, late]) expect(cancel).toHaveBeenCalledTimes(1);
});

it('counts only the time of waiting, and parallel waits once', async () => {
  const budget = new TimeBudget(2_000);
  await Promise.all([1, 2, 3, 4].map(() => budget.wait(pass(400), vi.fn())));
  await pass(1_000);
  expect(await budget.wait(pass(200, 'in time'), vi.fn())).toBe('in time');
  await expect(budget.wait(pass(9_000), vi.fn())).rejects.toMatchObject(spent);
});

it('applies only to the work that runs with it', async () => {
  const wait = () => waitWithinBudget(pass(200, 'in time'), vi.fn());
  expect(await wait()).toBe('in time');
  await withTimeBudget(new TimeBudget(20), async () => {
    expect(await withTimeBudget(undefined, wait)).toBe('in time');
    await expect(wait()).rejects.toMatchObject(spent);
  });
});
