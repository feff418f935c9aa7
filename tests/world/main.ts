import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '../../server/database/embedded/server.ts';
import { migrateToLatest } from '../../server/database/migrate.ts';
import { openJobs } from '../../server/jobs/queue.ts';
import { testServerSettings } from '../support/database/database-server.ts';
import { makeMemoryFolder } from '../support/database/memory-folder.ts';
import { type Played, play } from './play.ts';

/** `npm run world -- --seed N --days D [--drivers K] [--trace FILE]` plays one history and reports it. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '3' },
    drivers: { type: 'string', default: '2' },
    trace: { type: 'string' },
    /** An empty, migrated database; without it, the run starts a PostgreSQL of its own. */
    database: { type: 'string' },
  },
});

const seed = Number(values.seed);
const { url, close } = values.database ? { url: values.database, close: async () => {} } : await startDatabase();
try {
  const began = process.cpuUsage();
  const wanted = { seed, days: Number(values.days), driverCount: Number(values.drivers) };
  const played = await play({ databaseUrl: url, ...wanted });
  const { user, system } = process.cpuUsage(began);
  report(played, (user + system) / 1e6);
} finally {
  await close();
}

/** Starts a PostgreSQL that doesn't wait for the disk, with an empty, migrated database. */
async function startDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const log = { info: () => {}, warn: (...details: unknown[]) => console.warn(...details) };
  const dataDir = makeMemoryFolder('stoop-world');
  const server = await startEmbeddedServer({ dataDir, log, settings: testServerSettings });
  await migrateToLatest(server.url, log);
  const jobs = await openJobs(server.url, log);
  await jobs.stop(1_000);
  return {
    url: server.url,
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function report({ hash, driverDays, counts, lines, failure }: Played, cpuSeconds: number): void {
  const perDay = driverDays === 0 ? 'none complete' : `${(cpuSeconds / driverDays).toFixed(2)} s each`;
  const cpu = `${cpuSeconds.toFixed(1)} s of CPU (${perDay})`;
  process.stdout.write(`seed ${seed}: ${driverDays} driver-days, ${cpu}, hash ${hash}\n`);
  const happened = [...counts].filter(([what]) => what !== 'driver-days').map(([what, times]) => `${times} ${what}`);
  process.stdout.write(`${happened.join(', ')}\n`);
  if (values.trace) writeFileSync(values.trace, `${lines.join('\n')}\n`);
  if (!failure) return;
  console.error(`seed ${seed} failed: ${failure.stack}`);
  console.error(
    lines
      .slice(-6)
      .map((line) => line.slice(0, 300))
      .join('\n'),
  );
  process.exitCode = 1;
}
