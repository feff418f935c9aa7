import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { registrationForm } from '../support/accounts/people.ts';
import { effort } from '../support/effort.ts';
import { fastestTryMs } from '../support/fastest-try.ts';
import { endProcess, type ServerProcess, spawnServer } from '../support/processes/server-process.ts';
import { tryRequest } from '../support/processes/try-request.ts';
import { day } from '../support/subscriptions/purchases.ts';

/** Servers and the database are killed while customers book: each acknowledged booking is stored, and stored once. */

type Server = Pick<ServerProcess, 'url' | 'process' | 'output'>;

const dataDir = mkdtempSync(join(tmpdir(), 'stoop-kill-'));
const servers: Server[] = [];
let token = '';

beforeAll(async () => {
  // Two servers on one data directory share its database.
  servers.push(await startServer(), await startServer());
  const registered = await post(0, '/api/auth/register', registrationForm());
  token = registered?.body.token ?? '';
});
afterAll(async () => {
  for (const server of servers) await endProcess(server.process);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

// One customer makes more unpaid bookings than the usual limit.
const startServer = () => spawnServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', MAX_UNPAID_BOOKINGS: '99999' });

const post = (server: number, path: string, body: unknown, key?: string) =>
  tryRequest(servers[server]?.url ?? '', 'POST', path, { token, body, ...(key && { key }) });

interface Booking {
  idempotencyKey: string;
  /** The booking's special instructions, by which it is recognized. */
  mark: string;
  isAcknowledged: boolean;
}

/** Books until `isOver`. A booking that was not acknowledged is sent once more with the same key. */
async function keepBooking(made: Booking[], isOver: () => boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const booking = { idempotencyKey: randomUUID(), mark: randomUUID(), isAcknowledged: false };
    made.push(booking);
    const body = {
      address: '1127 S 9th St',
      bagCount: 4,
      amount: '30.00',
      serviceType: 'one-time',
      scheduledDate: instantOf(day(3), '09:00').toISOString(),
      specialInstructions: booking.mark,
      status: 'pending',
    };
    for (let attempt = 0; attempt < 2 && !booking.isAcknowledged; attempt++) {
      const response = await post((turn + attempt) % 2, '/api/pickups', body, booking.idempotencyKey);
      booking.isAcknowledged = response !== undefined && response.status < 300;
      if (!booking.isAcknowledged) await sleep(50);
    }
  }
}

/**
 * Four customers book without a pause while `kill` kills something. `kill` gets a function that waits for a few more
 * acknowledged bookings, so that kills hit bookings on a machine of any speed.
 */
async function bookDuring(kill: (untilMoreBooked: () => Promise<void>) => Promise<void>): Promise<Booking[]> {
  const made: Booking[] = [];
  const acknowledged = () => made.filter((booking) => booking.isAcknowledged).length;
  const untilMoreBooked = async () => {
    const wanted = acknowledged() + 15 + Math.random() * 15;
    while (acknowledged() < wanted) await sleep(2);
    await sleep(Math.random() * 30);
  };
  let isOver = false;
  const customers = Array.from({ length: 4 }, () => keepBooking(made, () => isOver));
  try {
    await kill(untilMoreBooked);
    await untilMoreBooked();
  } finally {
    isOver = true;
    await Promise.all(customers);
  }
  return made;
}

/** Returns the special instructions of all stored pickups. */
async function listBooked(): Promise<string[]> {
  const marks: string[] = [];
  let next: string | undefined = '/api/pickups?limit=500';
  while (next) {
    const response: Response = await fetch(`${servers[0]?.url}${next}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    const pickups = (await response.json()) as { specialInstructions: string }[];
    marks.push(...pickups.map((pickup) => pickup.specialInstructions));
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return marks;
}

async function expectEachOnce(made: Booking[]): Promise<void> {
  await untilReady();
  const booked = await listBooked();
  const times = new Map<string, number>();
  for (const mark of booked) times.set(mark, (times.get(mark) ?? 0) + 1);
  const acknowledged = made.filter((booking) => booking.isAcknowledged);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((booking) => times.get(booking.mark) !== 1)).toEqual([]);
  expect([...times.values()].filter((count) => count > 1)).toEqual([]);
}

/** Waits until both servers are ready. Returns how long that took, in ms. */
async function untilReady(): Promise<number> {
  const startedMs = Date.now();
  for (;;) {
    const responses = await Promise.all(servers.map((server) => fetch(`${server.url}/readyz`).catch(() => undefined)));
    if (responses.every((response) => response?.status === 200)) return Date.now() - startedMs;
    if (Date.now() - startedMs > 60_000)
      throw new Error(`not ready again: ${servers.map((server) => server.output()).join('\n')}`);
    await sleep(50);
  }
}

/** Returns the process id of our database's postmaster, from PostgreSQL's own file. */
function postmasterPid(): number {
  return Number(execFileSync('head', ['-n', '1', join(dataDir, 'postgres/postmaster.pid')], { encoding: 'utf8' }));
}

describe('every acknowledged booking is stored once', () => {
  it('when a server is killed repeatedly', async () => {
    const made = await bookDuring(async (untilMoreBooked) => {
      for (let kills = 0; kills < effort({ sample: 1, full: 8 }); kills += 1) {
        await untilMoreBooked();
        servers[0]?.process.kill('SIGKILL');
        servers[0] = await startServer();
      }
    });
    await expectEachOnce(made);
  });

  it('when the database is killed repeatedly, which restarts within 3 s, or a server start if that is longer', async () => {
    const killDatabase = async (untilMoreBooked: () => Promise<void>) => {
      await untilMoreBooked();
      process.kill(postmasterPid(), 'SIGKILL');
      await sleep(100);
      return await untilReady();
    };
    let backAfterMs = Number.POSITIVE_INFINITY;
    let serverStartMs = 0;
    const made = await bookDuring(async (untilMoreBooked) => {
      for (let kills = 0; kills < effort({ sample: 0, full: 6 }); kills += 1) await killDatabase(untilMoreBooked);
      backAfterMs = await fastestTryMs(3_000, () => killDatabase(untilMoreBooked));
      // The start of a server shows how slow the machine is.
      const startedMs = Date.now();
      servers.push(await startServer());
      serverStartMs = Date.now() - startedMs;
    });
    expect(backAfterMs).toBeLessThan(Math.max(3_000, serverStartMs));
    await expectEachOnce(made);
  });
});
