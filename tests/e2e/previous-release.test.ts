import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPreviousRelease } from '../containers/previous-release.ts';
import { run } from '../containers/run.ts';
import { registrationForm } from '../support/accounts/people.ts';
import { createEmpty } from '../support/database/fresh-database.ts';
import { isLong } from '../support/effort.ts';
import { runCommand } from '../support/processes/commands.ts';
import { startLoad } from '../support/processes/load.ts';
import { endProcess, spawnServer } from '../support/processes/server-process.ts';
import { tryRequest } from '../support/processes/try-request.ts';

/**
 * An upgrade as an operator makes it: servers of the previous release serve customers, the schema is migrated under them,
 * and they serve on until they are replaced. The previous release is built from the repository's history. A clone
 * without that history skips this.
 */

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stoop-previous-'));
const sources = join(folder, 'sources');
const previous = isLong ? await findPreviousRelease() : undefined;

let database: Awaited<ReturnType<typeof createEmpty>>;
const settings = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'warn',
  MAX_UNPAID_BOOKINGS: '99999',
});

/** Fills `sources` with the previous release and its packages. */
async function checkOut(commit: string): Promise<void> {
  await mkdir(sources);
  await run(['sh', '-c', `git archive ${commit} | tar -x -C "${sources}"`], { cwd: root });
  const packagesOf = async (dir: string) => {
    const { packages } = JSON.parse(await readFile(join(dir, 'package-lock.json'), 'utf8'));
    return JSON.stringify({ ...packages, '': undefined });
  };
  if ((await packagesOf(root)) === (await packagesOf(sources)))
    await symlink(join(root, 'node_modules'), join(sources, 'node_modules'));
  else await run(['npm', 'ci'], { cwd: sources });
}

describe.runIf(previous)('the server of the previous release', () => {
  beforeAll(async () => {
    await checkOut(previous ?? '');
    database = await createEmpty();
  }, 900_000);
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves customers while the schema is migrated and after it', { timeout: 900_000 }, async () => {
    const older = await spawnServer(settings(), { sources });
    const registered = await tryRequest(older.url, 'POST', '/api/auth/register', { body: registrationForm() });
    const { load, stop } = startLoad(older.url, registered?.body.token, 4);
    await sleep(5_000);
    await runCommand(['migrate.ts'], settings());
    await sleep(5_000);
    const newer = await spawnServer(settings());
    await sleep(10_000);
    await stop();
    expect(load.failures).toEqual([]);
    expect(load.done).toBeGreaterThan(100);
    await endProcess(older.process);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT "id" FROM pickups');
    await client.end();
    expect(rows.map(({ id }) => id).sort()).toEqual(load.booked.sort());
    const token = registered?.body.token;
    expect((await tryRequest(newer.url, 'GET', '/api/pickups', { token }))?.status).toBe(200);
    await endProcess(newer.process);
  });

  it('starts again on the newer schema, so that an operator can go back', { timeout: 900_000 }, async (context) => {
    const version = JSON.parse(await readFile(join(sources, 'package.json'), 'utf8')).version;
    // Versions before 1.0.0 refuse every schema that they don't know.
    if (version.startsWith('0.')) return context.skip();
    const older = await spawnServer(settings(), { sources });
    await endProcess(older.process);
  });
});
