import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { ask } from '../support/ask.ts';
import { effort } from '../support/effort.ts';
import { registrationForm } from '../support/people.ts';
import { fastestTryMs } from '../support/fastest-try.ts';
import { endProcess, type ServerProcess, spawnServer } from '../support/server-process.ts';

type Server = Pick<ServerProcess, 'url' | 'process' | 'output'>;

const dataDir = mkdtempSync(join(tmpdir(), 'stoop-kill-'));
const servers: Server[] = [];
let token = '';

beforeAll(async () => {
  // Two servers on one data directory: what is true for one must be true for both.
  servers.push(await startDemo(), await startDemo());
  const { confirmPassword, ...form } = registrationForm();
  const answer = await post(0, '/api/auth/register', { ...form, confirmPassword });
  token = answer?.body.token ?? '';
});
afterAll(async () => {
  for (const server of servers) await endProcess(server.process);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const startDemo = () => spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });

const post = (server: number, path: string, body: unknown, key?: string) =>
  ask(servers[server]?.url ?? '', 'POST', path, { token, body, ...(key && { key }) });

interface Booking {
  key: string;
  words: string;
  acknowledged: boolean;
}

/** Books again and again until told to stop; a booking without an answer is sent again with the same key, once. */
async function keepBooking(made: Booking[], isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const booking = { key: randomUUID(), words: randomUUID(), acknowledged: false };
    made.push(booking);
    const body = {
      address: '1127 S 9th St',
      bagCount: 4,
      amount: '30.00',
      serviceType: 'one-time',
      scheduledDate: instantOf(addDays(dateKeyOf(new Date()), 3), '09:00').toISOString(),
      specialInstructions: booking.words,
      status: 'pending',
    };
    for (let attempt = 0; attempt < 2 && !booking.acknowledged; attempt++) {
      const answer = await post((turn + attempt) % 2, '/api/pickups', body, booking.key);
      booking.acknowledged = answer !== undefined && answer.status < 300;
      if (!booking.acknowledged) await sleep(50);
    }
  }
}

/** Books without a pause while something is killed. */
async function bookThrough(kills: () => Promise<void>): Promise<Booking[]> {
  const made: Booking[] = [];
  let over = false;
  const customers = Array.from({ length: 4 }, () => keepBooking(made, () => over));
  try {
    await kills();
    await sleep(500);
  } finally {
    over = true;
    await Promise.all(customers);
  }
  return made;
}

const aMoment = () => sleep(300 + Math.random() * 400);

async function listBooked(): Promise<string[]> {
  const words: string[] = [];
  let next: string | undefined = '/api/pickups?limit=500';
  while (next) {
    const response: Response = await fetch(`${servers[0]?.url}${next}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    words.push(
      ...((await response.json()) as { specialInstructions: string }[]).map((pickup) => pickup.specialInstructions),
    );
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return words;
}

async function expectEachOnce(made: Booking[]): Promise<void> {
  await untilReady();
  const booked = await listBooked();
  const times = new Map<string, number>();
  for (const words of booked) times.set(words, (times.get(words) ?? 0) + 1);
  const acknowledged = made.filter((booking) => booking.acknowledged);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((booking) => times.get(booking.words) !== 1)).toEqual([]);
  expect([...times.values()].filter((count) => count > 1)).toEqual([]);
}

async function untilReady(): Promise<number> {
  const startedMs = Date.now();
  for (;;) {
    const answers = await Promise.all(servers.map((server) => fetch(`${server.url}/readyz`).catch(() => undefined)));
    if (answers.every((answer) => answer?.status === 200)) return Date.now() - startedMs;
    if (Date.now() - startedMs > 60_000)
      throw new Error(`not ready again: ${servers.map((server) => server.output()).join('\n')}`);
    await sleep(50);
  }
}

/** The postmaster of our data directory, by the file that PostgreSQL itself keeps. */
function postmasterPid(): number {
  return Number(execFileSync('head', ['-n', '1', join(dataDir, 'postgres/postmaster.pid')], { encoding: 'utf8' }));
}

describe('every acknowledged booking is there once', () => {
  it('though a server is killed in the middle, again and again', async () => {
    const made = await bookThrough(async () => {
      for (let kills = 0; kills < effort({ sample: 1, full: 8 }); kills += 1) {
        await aMoment();
        servers[0]?.process.kill('SIGKILL');
        servers[0] = await startDemo();
      }
    });
    await expectEachOnce(made);
  });

  it('though the database is killed in the middle, again and again, and it is back within 3 s', async () => {
    const killDatabase = async () => {
      await aMoment();
      process.kill(postmasterPid(), 'SIGKILL');
      await sleep(100);
      return await untilReady();
    };
    let backAfterMs = Number.POSITIVE_INFINITY;
    const made = await bookThrough(async () => {
      for (let kills = 0; kills < effort({ sample: 0, full: 6 }); kills += 1) await killDatabase();
      backAfterMs = await fastestTryMs(3_000, killDatabase);
    });
    expect(backAfterMs).toBeLessThan(3_000);
    await expectEachOnce(made);
  });
});
