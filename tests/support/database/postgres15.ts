import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { provideTemplate, testServerSettings } from './database-server.ts';
import { makeMemoryFolder } from './memory-folder.ts';

const binaries = process.env.POSTGRES15_BIN ?? '/usr/lib/postgresql/15/bin';
/** The id of the user "nobody". PostgreSQL refuses to run as root. */
const nobody = 65_534;

/** Whether PostgreSQL 15 is installed. Production may run it, so the tests run on it too if they can. */
export const hasPostgres15 = existsSync(join(binaries, 'initdb'));

/** Starts one PostgreSQL 15 for the tests of this project, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeMemoryFolder('stoop-postgres15');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  chmodSync(folder, 0o700);
  const cluster = join(folder, 'cluster');
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(binaries, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(isRoot && { uid: nobody, gid: nobody }),
    });
  run('initdb', '-D', cluster, '-U', 'stoop', '-A', 'trust', '-E', 'UTF8', '--locale=C');
  const settings = [...testServerSettings, "listen_addresses=''"].map((setting) => `-c ${setting}`);
  run('pg_ctl', '-D', cluster, '-w', '-l', join(folder, 'log'), '-o', `-k ${folder} ${settings.join(' ')}`, 'start');
  const dropTemplate = await provideTemplate(project, `postgres://stoop@localhost/postgres?host=${folder}`);
  return async () => {
    await dropTemplate();
    run('pg_ctl', '-D', cluster, '-m', 'fast', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
}
