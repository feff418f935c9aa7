import type pg from 'pg';
import { addDays, dateKeyOf, instantOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { openSessions, withClient, withDatabases } from '../database.ts';
import { type MeasuredProcess, startMeasuredStoop } from '../server-process.ts';
import { rounded } from '../statistics.ts';
import { fillPeople, type StopKind, stopKinds } from './fill-stops.ts';

/**
 * Fills a day with many open stops, of one kind after the other, and measures how long each read of a dispatcher
 * computes, in total and at most in one turn of the event loop: other requests wait for as long as a turn. Prints one
 * JSON line for each kind of stop, in milliseconds of processor time.
 */
export async function benchTurns({ pending, rounds }: { pending: number; rounds: number }): Promise<void> {
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('turns');
    const server = await startMeasuredStoop({ DATABASE_URL: databaseUrl });
    try {
      await withClient(databaseUrl, async (client) => {
        const day = addDays(dateKeyOf(new Date()), 2);
        const adminId = await fillPeople(client, pending, weekdayOf(day));
        const [token = ''] = await openSessions(client, [adminId]);
        for (const kind of stopKinds) {
          await kind.fill(client, pending, instantOf(day, '09:00'));
          await measureKind(kind, { client, server, token, day, rounds });
        }
      });
    } finally {
      await server.stop();
    }
  });
}

interface Bench {
  client: pg.Client;
  server: MeasuredProcess;
  token: string;
  day: string;
  rounds: number;
}

async function measureKind(kind: StopKind, bench: Bench): Promise<void> {
  const figures: Record<string, object> = {};
  for (const [name, read] of Object.entries(dayReads(bench.day, kind))) {
    const { longestMs, totalMs } = await measureRead(bench, read);
    figures[name] = { longestMs: rounded(longestMs, 0), totalMs: rounded(totalMs, 0) };
  }
  let others = { path: '', longestMs: 0 };
  for (const path of otherReads(bench.day)) {
    const { longestMs } = await measureRead(bench, { path });
    if (longestMs > others.longestMs) others = { path, longestMs: rounded(longestMs, 0) };
  }
  console.log(JSON.stringify({ stops: kind.name, ...figures, longestOther: others }));
}

/** Returns the longest of all rounds. */
async function measureRead({ client, server, token, rounds }: Bench, read: Read) {
  let [longestMs, totalMs] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    // Areas aren't grouped again until a pickup changes.
    await client.query(touchOne);
    const turns = await server.measureTurns(() => ask(server.url, token, read));
    longestMs = Math.max(longestMs, turns.longestMs);
    totalMs = Math.max(totalMs, turns.totalMs);
  }
  return { longestMs, totalMs };
}

const touchOne = `UPDATE pickups SET "bagCount" = 1 + "bagCount" % 8 WHERE "id" = (SELECT "id" FROM pickups LIMIT 1)`;

interface Read {
  path: string;
  body?: object;
}

/** The reads that compute the most. */
function dayReads(day: string, { isOfPlan }: StopKind): Record<string, Read> {
  const preview = (from: string, to: string) => ({ path: '/closed-days/preview', body: { days: [{ from, to }] } });
  return {
    areas: { path: '/address-clusters' },
    board: { path: `/board?date=${day}` },
    routes: { path: '/routes' },
    closedDay: preview(day, addDays(day, 1)),
    ...(isOfPlan && {
      // The plans' next visits are a week later, so no stop can move there.
      closedDayInConflict: preview(day, addDays(day, 7)),
      // The visits of this day have no stops yet.
      closedDayAhead: preview(addDays(day, 14), addDays(day, 15)),
    }),
  };
}

/** The other lists, counts and reports of a dispatcher's day. */
function otherReads(day: string): string[] {
  return [
    ...['/dashboard', '/attention', '/request-counts', '/pickup-areas', '/service-areas', '/service-times'],
    ...[`/pickups?day=${day}&limit=200`, '/subscriptions?limit=200', '/all-members?limit=200', '/find?q=market'],
    ...[`/reports/stops?from=${day}&to=${day}`, `/reports/areas?from=${day}&to=${day}`],
  ];
}

async function ask(url: string, token: string, { path, body }: Read): Promise<void> {
  const response = await fetch(`${url}/api/admin${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}
