import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { fastestTryMs } from '../../tests/support/fastest-try.ts';
import { checkLines, importLine } from '../../tests/support/imports.ts';
import { longestTurnMs } from '../../tests/support/longest-turn.ts';

const rows = 5_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

/** Mistakes from real files, one kind per row; some rows are correct. */
const mess: readonly Record<string, string>[] = [
  { email: 'not an email' },
  { phone: '(215) 555-0142' },
  { address: '"12 Elm, Suite 4 # 3 Philadelphia"' },
  { package: 'Clean & Carry', day: 'Tues.', time: 'AM' },
  { package: 'Gold', day: 'someday' },
  { email: 'twice@stoop.example' },
  { note: `"${'A long note, with commas. '.repeat(20)}"` },
  { name: '=HYPERLINK(1)', phone: '2155550188 x' },
  {},
  {},
];
const messyLines = () => Array.from({ length: rows }, (_, index) => importLine(mess[index % mess.length]));

it('reads and checks 5,000 messy rows within 20 s, and computes at most 50 ms at a time', {
  timeout: 300_000,
}, async () => {
  const turns: number[] = [];
  const tookMs = await fastestTryMs(20_000, async () => {
    const lines = messyLines();
    const startedMs = performance.now();
    const turnMs = await longestTurnMs(async () => {
      const { state, checked } = await checkLines(t, admin, lines);
      expect(state).toBe('checked');
      expect(checked).toMatchObject({ error: rows * 0.3, plans: rows / 10 });
    });
    turns.push(turnMs);
    return turnMs > 50 ? Number.POSITIVE_INFINITY : performance.now() - startedMs;
  });
  expect(tookMs, `longest turns: ${turns.join(', ')} ms`).toBeLessThan(20_000);
});
