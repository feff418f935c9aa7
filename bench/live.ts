import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hashOfToken, newSecretToken } from '../server/accounts/secret-token.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { type ServerProcess, startStoop } from './server-process.ts';
import { median, rounded } from './statistics.ts';

const stopsPerDriver = 50;
/** The number of stops each driver has before the first one with a live page. Each round resolves one of them. */
const mostRounds = 20;

/**
 * Opens the live pages of many pickups on two servers of one database, and has every driver resolve a stop each round.
 * Measures the time until all pages show the change, the servers' memory, and the time of a small read meanwhile.
 * Prints one JSON line.
 */
export async function benchLive({ pages, rounds }: { pages: number; rounds: number }): Promise<void> {
  if (rounds > mostRounds) throw new Error(`at most ${mostRounds} rounds`);
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('live');
    const servers = await Promise.all([1, 2].map(() => startStoop({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' })));
    try {
      const day = await withClient(databaseUrl, (client) => fillDay(client, pages));
      await sleep(2_000);
      const memoryBefore = memoryOf(servers);
      const open = await openPages(servers, day.tokens);
      await sleep(5_000);
      const memoryOpen = memoryOf(servers);
      const untilAllMs: number[] = [];
      const readMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const isDone = { value: false };
        const reads = readMeanwhile(servers, readMs, isDone);
        untilAllMs.push(await pressAndWait(servers, day, open, round));
        isDone.value = true;
        await reads;
      }
      const slowest = Math.max(...untilAllMs);
      console.log(
        JSON.stringify({
          ...{ pages, servers: servers.length, rounds },
          untilAllMs: { median: rounded(median(untilAllMs), 0), slowest: rounded(slowest, 0) },
          readMs: rounded(median(readMs), 1),
          ...{ memoryMbBefore: memoryBefore, memoryMbOpen: memoryOpen, memoryMbAfter: memoryOf(servers) },
        }),
      );
      for (const page of open) page.close();
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
}

interface Day {
  /** The token of each live page. */
  tokens: string[];
  /** Each driver's session token, and the IDs of the stops in route order. */
  drivers: { token: string; stops: string[] }[];
}

/**
 * Creates drivers with 70 stops each today, and live links to `pages` of the stops. The first 20 of a driver have no
 * link.
 */
async function fillDay(client: pg.Client, pages: number): Promise<Day> {
  const count = Math.ceil(pages / stopsPerDriver);
  const { rows: people } = await client.query(
    `INSERT INTO users ("id", "username", "email", "role")
     SELECT gen_random_uuid(), role || i, role || i || '@stoop.example', role
     FROM (SELECT 'driver' AS role, generate_series(1, $1) AS i UNION ALL SELECT 'customer', 1) AS given
     RETURNING "id", "role"`,
    [count],
  );
  const driverIds = people.filter(({ role }) => role === 'driver').map(({ id }) => String(id));
  const customerId = people.find(({ role }) => role === 'customer')?.id;
  const sessions = await openSessions(client, driverIds);
  const drivers: Day['drivers'] = [];
  for (const [index, driverId] of driverIds.entries()) {
    const { rows } = await client.query(
      `INSERT INTO pickups ("id", "customerId", "driverId", "address", "bagCount", "amount", "serviceType", "status", "scheduledDate", "routeOrder")
       SELECT gen_random_uuid(), $1, $2, i || ' Market St, Philadelphia, PA 19103', 8, 45, 'one-time', 'assigned', now(), i
       FROM generate_series(1, $3) AS i RETURNING "id", "routeOrder"`,
      [customerId, driverId, stopsPerDriver + mostRounds],
    );
    const inOrder = rows.toSorted((a, b) => a.routeOrder - b.routeOrder).map(({ id }) => String(id));
    drivers.push({ token: sessions[index] ?? '', stops: inOrder });
  }
  const shown = drivers.flatMap(({ stops }) => stops.slice(mostRounds)).slice(0, pages);
  const tokens = shown.map(() => newSecretToken());
  await client.query(
    `INSERT INTO live_links ("hash", "pickupId", "day", "createdAt")
     SELECT hash, id, (now() AT TIME ZONE 'America/New_York')::date, now() FROM unnest($1::text[], $2::uuid[]) AS given (hash, id)`,
    [tokens.map(hashOfToken), shown],
  );
  return { tokens, drivers };
}

interface OpenPage {
  events: number;
  close(): void;
}

async function openPages(servers: readonly ServerProcess[], tokens: readonly string[]): Promise<OpenPage[]> {
  return await Promise.all(
    tokens.map(async (token, index) => {
      const url = servers[index % servers.length]?.url;
      // Each page has an IP address of its own, because streams are limited by address.
      const headers = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` };
      const request = get(`${url}/api/live/${token}/events`, { agent: false, headers });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`a page got ${response.statusCode}: ${await text(response)}`);
      const page = { events: 0, close: () => request.destroy() };
      response.on('data', (chunk: Buffer) => {
        page.events += chunk.toString().split('data: ').length - 1;
      });
      response.on('error', () => {});
      request.on('error', () => {});
      return page;
    }),
  );
}

/**
 * Resolves the next stop of every driver on the first server. Returns the ms until every page has received another
 * event.
 */
async function pressAndWait(
  [first]: readonly ServerProcess[],
  { drivers }: Day,
  pages: readonly OpenPage[],
  round: number,
): Promise<number> {
  const before = pages.map(({ events }) => events);
  await Promise.all(
    drivers.map(async ({ token, stops }) => {
      const response = await fetch(`${first?.url}/api/driver/complete-bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pickupIds: [stops[round]] }),
      });
      if (response.status !== 200) throw new Error(`a press got ${response.status}: ${await response.text()}`);
    }),
  );
  const startedMs = performance.now();
  while (pages.some(({ events }, index) => events === before[index])) {
    if (performance.now() - startedMs > 30_000) throw new Error('a page got no change within 30 s');
    await sleep(10);
  }
  return performance.now() - startedMs;
}

async function readMeanwhile(
  servers: readonly ServerProcess[],
  times: number[],
  isDone: { readonly value: boolean },
): Promise<void> {
  while (!isDone.value) {
    for (const { url } of servers) {
      const startedMs = performance.now();
      await (await fetch(`${url}/readyz`)).text();
      times.push(performance.now() - startedMs);
    }
    await sleep(50);
  }
}

function memoryOf(servers: readonly ServerProcess[]): (number | undefined)[] {
  return servers.map((server) => server.memoryMb()?.now);
}
