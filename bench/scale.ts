import { openSessions, withClient, withDatabases } from './database.ts';
import { cityOf, fillCity } from './fill.ts';
import { type ListCase, type ListRequest, listCases, type Visitors } from './list-cases.ts';
import { type ServerProcess, startStoop } from './server-process.ts';
import { quantile, rounded } from './statistics.ts';

/**
 * Measures every list over ten thousand pickups and over a million. Requests alternate between two servers, so a busy machine
 * affects both equally. Prints one JSON line per list.
 */
export async function benchScale({ rows, requests, only }: ScaleBench): Promise<void> {
  await withDatabases(async (databases) => {
    const small = await openCity(await databases.create('small'), smallRows);
    const large = await openCity(await databases.create('large'), rows);
    try {
      for (const listCase of listCases.filter(({ name }) => name.includes(only))) {
        await measureCase(listCase, small, large, requests);
      }
    } finally {
      await small.server.stop();
      await large.server.stop();
    }
  });
}

export interface ScaleBench {
  rows: number;
  requests: number;
  /** Only lists whose name contains this text are measured. */
  only: string;
}

const smallRows = 10_000;

interface CityServer {
  rows: number;
  server: ServerProcess;
  visitors: Visitors;
}

async function openCity(url: string, rows: number): Promise<CityServer> {
  const startedMs = performance.now();
  const visitors = await withClient(url, async (client) => {
    await fillCity(client, cityOf(rows));
    const tokensOf = async (role: string, most: number) => {
      const people = await client.query<{ id: string }>(
        // Random accounts, because neighboring rows would be faster.
        'SELECT "id" FROM users WHERE "role" = $1 ORDER BY md5("username") LIMIT $2',
        [role, most],
      );
      return await openSessions(
        client,
        people.rows.map((person) => person.id),
      );
    };
    const customers = await tokensOf('customer', 50);
    const drivers = await tokensOf('driver', 20);
    const admins = await tokensOf('admin', 1);
    return { customer: customers, driver: drivers, admin: admins };
  });
  const server = await startStoop({ DATABASE_URL: url });
  console.error(`${rows} pickups are ready after ${rounded((performance.now() - startedMs) / 1000, 0)} s.`);
  return { rows, server, visitors };
}

async function measureCase(listCase: ListCase, small: CityServer, large: CityServer, requests: number): Promise<void> {
  const cities = [
    { ...small, times: [] as number[] },
    { ...large, times: [] as number[] },
  ] as const;
  const responses = await Promise.all(cities.map((city) => ask(city, listCase.request(0), 0)));
  const failed = responses.find(({ status }) => status !== 200);
  const startedMs = performance.now();
  const hasTime = (turn: number) => turn <= warmUp + 20 || performance.now() - startedMs < maxMs;
  for (let turn = 1; turn <= warmUp + requests && hasTime(turn) && !failed; turn++) {
    // The second request may find warmer caches, so the order alternates.
    for (const city of turn % 2 ? cities : cities.toReversed()) {
      const { durationMs } = await ask(city, listCase.request(turn), turn);
      if (turn > warmUp) city.times.push(durationMs);
    }
  }
  const p95s = cities.map((city) => quantile(city.times, 0.95));
  console.log(
    JSON.stringify({
      case: listCase.name,
      ...(failed && { failed: failed.status }),
      ...Object.fromEntries(
        cities.map((city, index) => [
          `at${city.rows}`,
          {
            p50Ms: rounded(quantile(city.times, 0.5), 2),
            p95Ms: rounded(p95s[index] ?? 0, 2),
            items: responses[index]?.items,
          },
        ]),
      ),
      p95Ratio: rounded((p95s[1] ?? 0) / (p95s[0] ?? 0), 2),
    }),
  );
}

const warmUp = 5;
/** After this long, a list with at least 20 measured requests gets no more. */
const maxMs = 20_000;

async function ask(
  city: CityServer,
  request: ListRequest,
  turn: number,
): Promise<{ status: number; durationMs: number; items: number }> {
  const tokens = city.visitors[request.as];
  const startedMs = performance.now();
  const response = await fetch(city.server.url + request.path, {
    headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
  });
  const text = await response.text();
  const durationMs = performance.now() - startedMs;
  return { status: response.status, durationMs, items: countItems(text) };
}

/** Counts the records in a response, to check that both servers return the same number. */
function countItems(text: string): number {
  return (text.match(/"id":/g) ?? []).length;
}
