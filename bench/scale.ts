import { withClient, withDatabases } from './database.ts';
import { cityOf, fillCity } from './fill.ts';
import { type ListCase, type ListRequest, listCases, type Visitors } from './list-cases.ts';
import { type ServerProcess, startStoop } from './server-process.ts';
import { openSessions } from './sessions.ts';
import { quantile, rounded } from './statistics.ts';

/**
 * How long every list takes over ten thousand pickups and over a million. Two servers stand side by side and are asked
 * in turn, so that a busy machine disturbs both alike. Prints one JSON line a list.
 */
export async function benchScale({ rows, requests }: { rows: number; requests: number }): Promise<void> {
  await withDatabases(async (databases) => {
    const small = await openTown(await databases.create('small'), smallRows);
    const large = await openTown(await databases.create('large'), rows);
    try {
      for (const listCase of listCases) await measureCase(listCase, small, large, requests);
    } finally {
      await small.server.stop();
      await large.server.stop();
    }
  });
}

const smallRows = 10_000;

interface Town {
  rows: number;
  server: ServerProcess;
  visitors: Visitors;
}

async function openTown(url: string, rows: number): Promise<Town> {
  const startedMs = performance.now();
  const visitors = await withClient(url, async (client) => {
    await fillCity(client, cityOf(rows));
    const tokensOf = async (role: string, most: number) => {
      const people = await client.query<{ id: string }>(
        // Not the first accounts but ones from all over: the planner must not profit from neighbours.
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
  console.error(`${rows} pickups are there after ${rounded((performance.now() - startedMs) / 1000, 0)} s.`);
  return { rows, server, visitors };
}

async function measureCase(listCase: ListCase, small: Town, large: Town, requests: number): Promise<void> {
  const towns = [
    { ...small, times: [] as number[] },
    { ...large, times: [] as number[] },
  ] as const;
  const answers = await Promise.all(towns.map((town) => ask(town, listCase.request(0), 0)));
  if (answers.some((answer) => answer.status === 501)) {
    console.log(JSON.stringify({ case: listCase.name, skipped: 'not built yet' }));
    return;
  }
  const wrong = answers.find((answer) => answer.status !== 200);
  const startedMs = performance.now();
  const isPatient = (turn: number) => turn <= warmUp + 20 || performance.now() - startedMs < patienceMs;
  for (let turn = 1; turn <= warmUp + requests && isPatient(turn) && !wrong; turn++) {
    // Whoever comes second may find the machine warmer: they take turns in that too.
    for (const town of turn % 2 ? towns : towns.toReversed()) {
      const { durationMs } = await ask(town, listCase.request(turn), turn);
      if (turn > warmUp) town.times.push(durationMs);
    }
  }
  const p95s = towns.map((town) => quantile(town.times, 0.95));
  console.log(
    JSON.stringify({
      case: listCase.name,
      ...(wrong && { failed: wrong.status }),
      ...Object.fromEntries(
        towns.map((town, index) => [
          `at${town.rows}`,
          {
            p50Ms: rounded(quantile(town.times, 0.5), 2),
            p95Ms: rounded(p95s[index] ?? 0, 2),
            items: answers[index]?.items,
          },
        ]),
      ),
      p95Ratio: rounded((p95s[1] ?? 0) / (p95s[0] ?? 0), 2),
    }),
  );
}

const warmUp = 5;
/** A list that takes seconds is not worth a hundred requests to know it. */
const patienceMs = 20_000;

async function ask(
  town: Town,
  request: ListRequest,
  turn: number,
): Promise<{ status: number; durationMs: number; items: number }> {
  const tokens = town.visitors[request.as];
  const startedMs = performance.now();
  const response = await fetch(town.server.url + request.path, {
    headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
  });
  const text = await response.text();
  const durationMs = performance.now() - startedMs;
  return { status: response.status, durationMs, items: countItems(text) };
}

/** How many records the answer holds, to see that the two towns answered alike. */
function countItems(text: string): number {
  return (text.match(/"id":/g) ?? []).length;
}
