import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, mkdtemp, open, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Binaries, moveUnlessThere, sweepLeftovers } from './binaries.ts';
import { EmbeddedDatabaseError, explainOutput } from './error.ts';
import {
  canReach,
  clusterOwner,
  giveTo,
  isRoot,
  newClusterOwner,
  type Owner,
  SOCKET_PORT,
  socketDirectory,
} from './owner.ts';

export const SUPERUSER = 'postgres';
export const APP_ROLE = 'stoop';
export const APP_DATABASE = 'stoop';

/** How to reach the server: a private socket (its directory is the host), or loopback with a password. */
export interface Address {
  host: string;
  port: number;
  password?: string;
}

/** One cluster and everything that follows from where it lies and whose it is. */
export interface Cluster {
  dataDir: string;
  clusterDir: string;
  logFile: string;
  owner: Owner;
  address: Address;
  /** What PostgreSQL is told instead of `clusterDir`; see `directoryForOwner`. */
  directoryArgument: string;
}

/** Makes DATA_DIR where it is missing and answers its real path. */
export async function openDataDir(path: string): Promise<string> {
  // Others may pass through where root starts us: the account that PostgreSQL runs under is one of them.
  await makeDirectory(path, isRoot() ? 0o711 : 0o700);
  const dataDir = await realpath(path);
  if (isRoot()) return dataDir;
  await access(dataDir, constants.W_OK | constants.X_OK);
  return dataDir;
}

/** Node's own recursive mkdir never ends where a directory refuses to be made with ENOENT, as below /proc. */
async function makeDirectory(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    await makeDirectory(dirname(path), mode);
    await makeDirectory(path, mode);
  }
}

/** Whether DATA_DIR holds a finished cluster. Something else in its place is left alone and said. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const clusterDir = join(dataDir, 'postgres');
  const names = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    // A cluster of somebody else; clusterOwner says whose.
    if (error.code === 'EACCES') return ['PG_VERSION'];
    throw error;
  });
  if (names.length === 0) return false;
  if (names.includes('PG_VERSION')) return true;
  throw new EmbeddedDatabaseError(
    `${clusterDir} holds files but no database: move them away, or choose another DATA_DIR.`,
  );
}

export async function describeCluster(dataDir: string, useLoopback: boolean): Promise<Cluster> {
  const clusterDir = join(dataDir, 'postgres');
  const owner = await clusterOwner(clusterDir);
  return {
    dataDir,
    clusterDir,
    owner,
    logFile: join(dataDir, 'postgres.log'),
    address: useLoopback
      ? await loopbackAddress(dataDir)
      : { host: await socketDirectory(clusterDir, owner), port: SOCKET_PORT },
    directoryArgument: await directoryForOwner(clusterDir, owner),
  };
}

/**
 * Started by root below a directory that `nobody` may not enter (/root/stoop/data), PostgreSQL could not open its own
 * data by path. It needs the path only to step into the directory, and works with relative names from then on; so it
 * is started inside it and told `/proc/self/cwd`, which leads there without walking the path. The data stays in
 * DATA_DIR, where its owner expects and backs it up, and no directory's permissions change.
 */
async function directoryForOwner(clusterDir: string, owner: Owner): Promise<string> {
  if (await canReach(clusterDir, owner)) return clusterDir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and no other account can enter ${clusterDir}: start as an ordinary user, or choose another DATA_DIR.`,
  );
}

/** Makes the cluster under a temporary name and renames it: a crash at any moment leaves a whole cluster or none. */
export async function createCluster(dataDir: string, binaries: Binaries, useLoopback: boolean): Promise<void> {
  const owner = newClusterOwner();
  await sweepLeftovers(dataDir, 'postgres.new-');
  const draft = await mkdtemp(join(dataDir, 'postgres.new-'));
  try {
    await giveTo(draft, owner);
    const directory = await directoryForOwner(draft, owner);
    await run(binaries.initdb, initdbArguments(directory), { cwd: draft, owner, dataDir });
    const password = useLoopback ? (await loopbackAddress(dataDir)).password : undefined;
    await run(binaries.postgres, ['--single', '-D', directory, 'postgres'], {
      cwd: draft,
      owner,
      dataDir,
      input: rolesSql(password),
    });
    await moveUnlessThere(draft, join(dataDir, 'postgres'));
    await syncDirectory(dataDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function initdbArguments(directory: string): string[] {
  return [
    ...['-D', directory, '-U', SUPERUSER, '--no-instructions'],
    // The socket lies in a directory that only its owner (and root) can enter; that is the whole authentication.
    ...['--auth-local=trust', '--auth-host=scram-sha-256'],
    // The same order and case rules on every machine, whatever its locales.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
}

/** The app is an ordinary role, as it would be in production. One statement a line: single-user mode reads lines. */
function rolesSql(password: string | undefined): string {
  const secret = password === undefined ? '' : ` PASSWORD '${password}'`;
  const lines = [
    `CREATE ROLE ${APP_ROLE} LOGIN CREATEDB${secret}`,
    `CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE}`,
  ];
  if (secret !== '') lines.push(`ALTER ROLE ${SUPERUSER}${secret}`);
  return lines.map((line) => `${line}\n`).join('');
}

interface RunOptions {
  cwd: string;
  owner: Owner;
  dataDir: string;
  input?: string;
}

async function run(program: string, args: string[], { cwd, owner, dataDir, input = '' }: RunOptions): Promise<void> {
  const child = spawn(program, args, { cwd, ...owner, env: childEnvironment(), windowsHide: true });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.stdin.on('error', () => undefined); // it gave up before reading; its exit code tells
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // Single-user mode reports a failed statement and still ends well.
  if (code !== 0 || /\b(ERROR|FATAL):/.test(output)) throw explainOutput(output, dataDir);
}

/** PostgreSQL needs none of our environment, and our secrets have no business in its processes. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) };
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // directories cannot be opened there
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Where sockets are missing (Windows) the server listens on loopback, on a port and with a password that are chosen
 * once. The tests run this way of connecting on Linux; on Windows itself it has not been tried.
 */
async function loopbackAddress(dataDir: string): Promise<Address> {
  const path = join(dataDir, 'postgres-loopback.json');
  if (!(await stat(path).catch(() => null))) {
    const fresh: Address = { host: '127.0.0.1', port: await freePort(), password: randomBytes(24).toString('hex') };
    await writeFile(path, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return JSON.parse(await readFile(path, 'utf8')) as Address;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
