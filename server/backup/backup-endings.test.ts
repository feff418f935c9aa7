import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LinkFaults, startDatabaseLink } from '../../tests/support/database/database-link.ts';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { effort } from '../../tests/support/effort.ts';
import { commandEnv } from '../../tests/support/processes/commands.ts';
import { filePhotos } from '../external/photos/file-photos.ts';
import { openJobs } from '../jobs/queue.ts';
import { BackupError } from './backup-error.ts';
import type { OpenFile } from './backup-file.ts';
import { withConnection } from './connection.ts';
import { makeBackup } from './make-backup.ts';
import { patientPhotos } from './photo-parts.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** Every backup and restore ends: it is complete, or says why not, and leaves no `.part` file. */

const root = join(import.meta.dirname, '../..');
const clock = () => new Date('2026-11-23T17:00:00Z');
const log = { warn: () => {} };
let dir: string;
const file = (name: string) => join(dir, name);
const photos = () => filePhotos(file('photos'));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-endings-'));
});
afterAll(async () => await rm(dir, { recursive: true }));

/** Opens a migrated database with the tables of the job queue. */
async function openTarget() {
  const database = await openFreshDatabase();
  await (await openJobs(database.url, log)).stop(2_000);
  return database;
}

/** Adds rows of about a kilobyte to a table. Their text shrinks to a twentieth in the file, as that of most tables. */
async function fill({ url }: { url: string }, megabytes: number): Promise<void> {
  // A connection without the app's limit of a statement.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO places ("addressKey", "address") SELECT 'key ' || n, repeat(md5(n::text), 30) FROM generate_series(1, $1::int) AS n`,
    [Math.round(megabytes * 1000)],
  );
  await client.end();
}

/** A disk that takes a while for each write, or takes nothing any more after `stalledAfter` writes. */
function slowDisk({ pauseMs = 0, stalledAfter = Infinity }): OpenFile {
  return async (path) => {
    const handle = await open(path, 'wx', 0o600);
    const write = handle.write.bind(handle) as (bytes: Buffer, at: number) => Promise<{ bytesWritten: number }>;
    let writes = 0;
    const slow = async (bytes: Buffer, at: number) => {
      writes += 1;
      if (writes > stalledAfter) await new Promise(() => {});
      await sleep(pauseMs);
      return await write(bytes, at);
    };
    return Object.assign(handle, { write: slow });
  };
}

describe('a backup of a large table', () => {
  const sizes = effort({ sample: 2, full: 4 });
  const rounds = effort({ sample: 1, full: 4 });
  it.each([0.8, 2, 20, 200].slice(0, sizes))(
    'is complete at %s MB with a fast and a slow disk, and ends when the disk is stuck',
    { timeout: 1_800_000 },
    async (megabytes) => {
      const source = await openTarget();
      await fill(source, megabytes);
      const disks = Array.from({ length: rounds }, (_, round) => [
        undefined,
        slowDisk({ pauseMs: 5 * (round + 1) }),
      ]).flat();
      for (const [at, openFile] of disks.entries()) {
        const path = file(`large-${megabytes}-${at}`);
        const made = await makeBackup({ databaseUrl: source.url, photos: undefined, clock, openFile }, path);
        expect((await checkBackup(path)).manifest).toEqual(made.manifest);
        const target = await openTarget();
        await restoreBackup({ databaseUrl: target.url, photos: photos() }, path);
        const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM places`.execute(target.db);
        expect(rows[0]?.n).toBe(megabytes * 1000);
        await target.close();
        await rm(path);
      }
      for (const stalledAfter of [2, 20, 30].slice(0, rounds)) {
        const stuck = { openFile: slowDisk({ stalledAfter }), wait: { limitMs: 500 } };
        const path = file(`stuck-${megabytes}`);
        await expect(makeBackup({ databaseUrl: source.url, photos: undefined, clock, ...stuck }, path)).rejects.toThrow(
          'The disk has taken nothing for 0.5 s',
        );
        await expect(stat(`${path}.part`)).rejects.toThrow('ENOENT');
      }
      await source.close();
    },
  );

  it('prints the tables with their rows and size', async () => {
    const source = await openTarget();
    await fill(source, 2);
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    await makeBackup({ databaseUrl: source.url, photos: undefined, clock, print }, file('printed'));
    expect(lines).toEqual(['places: 2,000 rows, 2.1 MB']);
    await source.close();
  });
});

/** Calls `then` before the given write, which is in the middle of the table. */
function atWrite(number: number, then: () => void): OpenFile {
  return async (path) => {
    const handle = await open(path, 'wx', 0o600);
    const write = handle.write.bind(handle) as (bytes: Buffer, at: number) => Promise<{ bytesWritten: number }>;
    let writes = 0;
    return Object.assign(handle, {
      write: async (bytes: Buffer, at: number) => {
        writes += 1;
        if (writes === number) then();
        return await write(bytes, at);
      },
    });
  };
}

describe('a backup ends within the limit', () => {
  let source: Awaited<ReturnType<typeof openTarget>>;
  /** A write within the table `places`. */
  let middle: number;
  const backUp = async (more: Partial<Parameters<typeof makeBackup>[0]>, name: string) =>
    await makeBackup({ databaseUrl: source.url, photos: undefined, clock, ...more }, file(name));
  const isGone = async (name: string) => expect(await readdir(dir)).not.toContain(`${name}.part`);
  beforeAll(async () => {
    source = await openTarget();
    await fill(source, 12);
    const { head } = await backUp({}, 'whole');
    // The magic line, the head's block and end, the end of each table before, some blocks of this one.
    middle = 3 + head.tables.findIndex(({ name }) => name === 'places') + 6;
  });
  afterAll(async () => await source.close());

  it('when the network to the database goes silent in the middle of a table', async () => {
    const link = await startDatabaseLink(source.url);
    const openFile = atWrite(middle, () => link.set({ isSilent: true }));
    await expect(backUp({ databaseUrl: link.url, wait: { limitMs: 1_000 }, openFile }, 'silent')).rejects.toThrow(
      'Nothing has moved for 1 s while copying the table places: the database does not respond.',
    );
    await isGone('silent');
    await link.close();
  });

  it('when the connection is cut', async () => {
    const link = await startDatabaseLink(source.url);
    const openFile = atWrite(middle, () => link.set({ isCut: true }));
    await expect(backUp({ databaseUrl: link.url, openFile }, 'cut')).rejects.toThrow('Connection terminated');
    await isGone('cut');
    await link.close();
  });

  it('not while a slow network moves anything', async () => {
    const link = await startDatabaseLink(source.url);
    await withConnection(link.url, { limitMs: 400 }, async (connection) => {
      link.set({ bytesPerSecond: 200_000 });
      let bytes = 0;
      for await (const block of connection.copyOut('COPY (SELECT * FROM places LIMIT 600) TO STDOUT')) {
        bytes += block.length;
      }
      expect(bytes).toBeGreaterThan(500_000);
    });
    await link.close();
  });

  it('when another program locks a table', async () => {
    const other = new pg.Client({ connectionString: source.url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE places IN ACCESS EXCLUSIVE MODE');
    await expect(backUp({ wait: { limitMs: 500 } }, 'locked')).rejects.toThrow(
      'Nothing has moved for 0.5 s while copying the table places: another program holds a lock in the database.',
    );
    await isGone('locked');
    await other.end();
  });

  it('not while the server works on a statement that returns nothing yet', async () => {
    await withConnection(source.url, { limitMs: 200 }, async (connection) => {
      await connection.query('SELECT pg_sleep(1)');
    });
  });

  it('when the photo storage does not respond', async () => {
    const wait = { limitMs: 300 };
    const stuck = { ...photos(), get: async () => await new Promise<undefined>(() => {}) };
    await expect(patientPhotos(stuck, wait).get('2026-11/1-before-1.jpg')).rejects.toThrow(
      'The photo storage has not responded for 0.3 s.',
    );
  });

  it('when the connection is used again after a reader that left early', async () => {
    await withConnection(source.url, { limitMs: 5_000 }, async (connection) => {
      for await (const _block of connection.copyOut('COPY places TO STDOUT')) break;
      expect((await connection.query<{ n: number }>('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    });
  });

  it('when it is aborted, with the reason', async () => {
    const stop = new AbortController();
    const openFile = atWrite(middle, () => stop.abort(new BackupError('Stopped.')));
    await expect(backUp({ wait: { limitMs: 5_000, signal: stop.signal }, openFile }, 'aborted')).rejects.toThrow(
      'Stopped.',
    );
    await isGone('aborted');
  });

  describe('and so does a restore', () => {
    /** Makes a COPY into the table places wait for a second, before or after its rows. */
    async function slowCopy({ db }: Awaited<ReturnType<typeof openTarget>>, when: 'BEFORE' | 'AFTER') {
      await sql`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1); RETURN NULL; END'`.execute(
        db,
      );
      await sql`CREATE TRIGGER slow ${sql.raw(when)} INSERT ON places FOR EACH STATEMENT EXECUTE FUNCTION slow()`.execute(
        db,
      );
    }

    async function restoreOver(faults: LinkFaults) {
      const target = await openTarget();
      // Otherwise the copy may be over before it is seen.
      await slowCopy(target, 'BEFORE');
      const link = await startDatabaseLink(target.url);
      const waiting = setInterval(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
          AND query LIKE 'COPY "places"%'`.execute(target.db);
        if (rows.length > 0) link.set(faults);
      }, 10);
      try {
        await restoreBackup({ databaseUrl: link.url, photos: photos(), wait: { limitMs: 1_000 } }, file('whole'));
      } finally {
        clearInterval(waiting);
        await link.close();
        const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM places`.execute(target.db);
        expect(rows[0]?.n).toBe(0);
        await target.close();
      }
    }

    it('when the network goes silent', async () => {
      await expect(restoreOver({ isSilent: true })).rejects.toThrow(
        /^Nothing has moved for 1 s while .*: the database does not respond\.$/,
      );
    });

    it('when the connection is cut', async () => {
      await expect(restoreOver({ isCut: true })).rejects.toThrow(/Connection terminated|read ECONNRESET/);
    });

    it('not while a constraint takes longer than the limit', async () => {
      const target = await openTarget();
      await slowCopy(target, 'AFTER');
      await restoreBackup({ databaseUrl: target.url, photos: photos(), wait: { limitMs: 300 } }, file('whole'));
      await target.close();
    });
  });
});

describe('npm run backup', () => {
  let source: Awaited<ReturnType<typeof openTarget>>;
  beforeAll(async () => {
    source = await openTarget();
    await fill(source, 8);
  });
  afterAll(async () => await source.close());
  const command = (path: string) => [process.execPath, join(root, 'scripts/backup.ts'), path] as const;
  const env = () => ({ ...commandEnv, DATABASE_URL: source.url, DATA_DIR: dir, GEOCODER: 'off' });
  /** Runs a command that fails. Returns its exit code and its output. */
  const failing = async ([program, ...args]: readonly [string, ...string[]]) =>
    await promisify(execFile)(program, args, { env: env() }).then(
      () => expect.fail('the command succeeded'),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
  /** Starts a backup that another program's lock keeps from ending. */
  async function startWaiting(path: string) {
    const other = new pg.Client({ connectionString: source.url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE places IN ACCESS EXCLUSIVE MODE');
    const [program, ...args] = command(path);
    const child = spawn(program, args, { env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
    await expect
      .poll(() =>
        stat(`${path}.part`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    return { child, unlock: () => other.end() };
  }

  it('says when a file may not get larger, and removes it', async () => {
    const { code, stderr } = await failing(['prlimit', '--fsize=200000', ...command(file('too-large'))]);
    expect(stderr).toBe(`A file may not get this large: ${file('too-large.part')} could not be written.\n`);
    expect(code).toBe(1);
    expect(await readdir(dir)).not.toContain('too-large.part');
  });

  it.skipIf(process.getuid?.() !== 0)('says when the disk is full (only root can mount a small one)', async () => {
    const disk = file('disk');
    await mkdir(disk);
    const mounted = await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]).then(
      () => true,
      () => false,
    );
    if (!mounted) return;
    try {
      const { stderr } = await failing(command(join(disk, 'full')));
      expect(stderr).toBe(`The disk is full: ${disk}/full.part could not be written.\n`);
      expect(await readdir(disk)).toEqual([]);
    } finally {
      await promisify(execFile)('umount', [disk]);
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('removes its unfinished file on %s', async (signal) => {
    const { child, unlock } = await startWaiting(file('stopped'));
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    await unlock();
    expect(await readdir(dir)).not.toContain('stopped.part');
  });

  it('replaces the file that a killed one has left, once nobody can be writing it any more', async () => {
    const { child, unlock } = await startWaiting(file('killed'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await unlock();
    const { stderr } = await failing(command(file('killed')));
    expect(stderr).toContain('Another backup is writing it, or was killed less than 2 minutes ago');
    const earlier = new Date(Date.now() - 121_000);
    await utimes(file('killed.part'), earlier, earlier);
    const [program, ...args] = command(file('killed'));
    await promisify(execFile)(program, args, { env: env() });
    await checkBackup(file('killed'));
  });
});
