import { setTimeout as sleep } from 'node:timers/promises';
import { openSessions, withClient, withDatabases } from './database.ts';
import { cityOf, fillCity } from './fill.ts';
import { startStoop } from './server-process.ts';
import { median, rounded } from './statistics.ts';

/**
 * Compares the time of a customer's reads with and without strangers signing in at the same time, each from a different
 * IP address. Quiet and busy rounds alternate in one run. Prints one JSON line.
 */
export async function benchSignIns({ strangers, rounds }: { strangers: number; rounds: number }): Promise<void> {
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('sign_ins');
    const stoop = await startStoop({ DATABASE_URL: databaseUrl, TRUST_PROXY: '1' });
    try {
      const token = await withClient(databaseUrl, async (client) => {
        await fillCity(client, cityOf(10_000));
        const { rows } = await client.query(`SELECT "id" FROM users WHERE "role" = 'customer' ORDER BY "id" LIMIT 1`);
        return (await openSessions(client, [rows[0]?.id]))[0] ?? '';
      });
      const read = () => timeOf(`${stoop.url}/api/pickups`, { headers: { authorization: `Bearer ${token}` } });
      for (let count = 0; count < 200; count++) await read();
      const times = { quiet: [] as number[], busy: [] as number[] };
      const statuses: Record<number, number> = {};
      for (let round = 0; round < rounds; round++) {
        for (let count = 0; count < readsPerRound; count++) times.quiet.push(await readAfterPause(read));
        const signIns = Array.from({ length: strangers }, (_, stranger) => signIn(stoop.url, round, stranger));
        const ended = Promise.all(signIns).then(() => true);
        while (!(await Promise.race([ended, sleep(0, false)]))) times.busy.push(await readAfterPause(read));
        for (const status of await Promise.all(signIns)) statuses[status] = (statuses[status] ?? 0) + 1;
      }
      const [quietMs, busyMs] = [median(times.quiet), median(times.busy)];
      const figures = { quietMs: rounded(quietMs, 2), busyMs: rounded(busyMs, 2), ratio: rounded(busyMs / quietMs, 2) };
      console.log(JSON.stringify({ ...figures, busyReads: times.busy.length, strangers, statuses }));
    } finally {
      await stoop.stop();
    }
  });
}

const readsPerRound = 50;

/** Waits first, because a person reads one page after another, not as fast as possible. Returns ms. */
async function readAfterPause(read: () => Promise<number>): Promise<number> {
  await sleep(10);
  return await read();
}

async function timeOf(url: string, request: RequestInit): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(url, request);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return performance.now() - startedMs;
}

async function signIn(url: string, round: number, stranger: number): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.${18 + round}.${stranger >> 8}.${stranger & 255}`,
    },
    body: JSON.stringify({ username: `stranger_${stranger}`, password: 'Curb-side7!' }),
  });
  await response.arrayBuffer();
  return response.status;
}
