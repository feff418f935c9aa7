import autocannon, { type Request } from 'autocannon';
import type pg from 'pg';
import { addDays, dateKeyOf, instantOf } from '../contract/values/time/dates.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { cityOf, fillCity } from './fill.ts';
import { type ServerProcess, startBare, startStoop } from './server-process.ts';
import { median, rounded } from './statistics.ts';

/**
 * Compares requests per second of the real server and a bare node:http and pg server on the same database. The two take
 * turns, so a busy machine affects both equally. Prints one JSON line per case, each followed by one with the memory of
 * both.
 */
export async function benchHttp({ rounds, seconds }: { rounds: number; seconds: number }): Promise<void> {
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('http');
    // All bookings stay unpaid, so the limit of unpaid bookings per customer is lifted.
    const stoop = await startStoop({ DATABASE_URL: databaseUrl, MAX_UNPAID_BOOKINGS: '9999999' });
    const bare = await startBare(databaseUrl);
    try {
      const people = await withClient(databaseUrl, fill);
      printMemory('at the start', stoop, bare);
      for (const httpCase of httpCases(people)) {
        await measureCase(httpCase, { stoop, bare }, rounds, seconds);
        printMemory(`after ${httpCase.name}`, stoop, bare);
      }
    } finally {
      await bare.stop();
      await stoop.stop();
    }
  });
}

function printMemory(after: string, stoop: ServerProcess, bare: ServerProcess): void {
  console.log(JSON.stringify({ memoryMb: after, stoop: stoop.memoryMb(), bare: bare.memoryMb() }));
}

interface People {
  regular: string;
  admin: string;
  /** Session tokens of customers who take turns booking. */
  bookers: string[];
}

/** Creates ten thousand pickups, 200 of them for one customer. Returns session tokens. */
async function fill(client: pg.Client): Promise<People> {
  await fillCity(client, cityOf(10_000));
  const { rows } = await client.query<{ id: string; role: string }>(
    `SELECT "id", "role" FROM users WHERE "role" IN ('customer', 'admin') ORDER BY "createdAt"`,
  );
  const customers = rows.filter((row) => row.role === 'customer').map((row) => row.id);
  await client.query(
    `UPDATE pickups SET "customerId" = $1, "status" = 'completed', "driverId" = coalesce("driverId", $2)
     WHERE "id" IN (SELECT "id" FROM pickups WHERE "customerId" <> $1 ORDER BY "id" LIMIT 200)`,
    [customers[0], (await client.query(`SELECT "id" FROM users WHERE "role" = 'driver' LIMIT 1`)).rows[0]?.id],
  );
  await client.query('VACUUM ANALYZE');
  const tokensOf = (ids: (string | undefined)[]) =>
    openSessions(
      client,
      ids.filter((id) => id !== undefined),
    );
  const [regular = '', ...bookers] = await tokensOf(customers);
  const [admin = ''] = await tokensOf([rows.find((row) => row.role === 'admin')?.id]);
  return { regular, admin, bookers };
}

interface HttpCase {
  name: string;
  /** A GET of this path with this token, or a function that makes a new request each time. */
  request: { path: string; token: string } | { make(): Request };
}

function httpCases(people: People): HttpCase[] {
  return [
    { name: 'list of 200, own', request: { path: '/api/pickups', token: people.regular } },
    { name: 'list of 200, admin', request: { path: '/api/admin/pickups?limit=200', token: people.admin } },
    { name: 'point', request: { path: '/api/auth/user', token: people.regular } },
    { name: 'booking', request: { make: bookingMaker(people.bookers) } },
  ];
}

/**
 * Returns a function that makes booking requests. Each has another address, or the server would treat it as a
 * duplicate.
 */
function bookingMaker(tokens: readonly string[]): () => Request {
  const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), 3), '09:00').toISOString();
  let count = 0;
  return () => {
    count += 1;
    return {
      method: 'POST',
      path: '/api/pickups',
      headers: headersOf(tokens[count % tokens.length] ?? ''),
      body: JSON.stringify({
        address: `${count} Market St, Philadelphia, PA 19103`,
        bagCount: 8,
        amount: '45.00',
        serviceType: 'one-time',
        scheduledDate,
        specialInstructions: null,
        status: 'pending',
      }),
    };
  };
}

function headersOf(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

async function measureCase(
  httpCase: HttpCase,
  servers: { stoop: ServerProcess; bare: ServerProcess },
  rounds: number,
  seconds: number,
): Promise<void> {
  const rates = { stoop: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    // The second server may find warmer caches, so the order alternates.
    for (const name of round % 2 ? (['stoop', 'bare'] as const) : (['bare', 'stoop'] as const)) {
      const rate = await measureRate(httpCase, servers[name].url, seconds);
      // The first round only warms up.
      if (round > 0) rates[name].push(rate);
    }
  }
  const [stoop, bare] = [median(rates.stoop), median(rates.bare)];
  const byRound = rates.stoop.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN));
  console.log(
    JSON.stringify({
      case: httpCase.name,
      stoopPerSecond: rounded(stoop, 0),
      barePerSecond: rounded(bare, 0),
      ratio: rounded(stoop / bare, 3),
      ratiosByRound: byRound.map((ratio) => rounded(ratio, 3)),
    }),
  );
}

const connections = 10;

async function measureRate({ name, request }: HttpCase, url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      'make' in request
        ? { ...request.make(), setupRequest: () => request.make() }
        : { method: 'GET', path: request.path, headers: headersOf(request.token) },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${name} at ${url}: ${result.non2xx} error responses and ${result.errors} connection errors`);
  }
  return result['2xx'] / result.duration;
}
