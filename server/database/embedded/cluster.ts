import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Address, createLoopbackAddress, findAddress } from './address.ts';
import { createAtomically } from './atomic-directory.ts';
import { type BinariesOptions, findBinaries } from './binaries.ts';
import { EmbeddedDatabaseError, explainOutput } from './errors.ts';
import { clusterOwner, giveTo, isRoot, newClusterOwner, type Owner, runProgram } from './owner.ts';

export const SUPERUSER = 'postgres';
export const APP_ROLE = 'stoop';
export const APP_DATABASE = 'stoop';

/** PostgreSQL's data directory in DATA_DIR, its owner, and the address of its server. */
export interface Cluster {
  dataDir: string;
  clusterDir: string;
  logFile: string;
  owner: Owner;
  address: Address;
}

export interface ClusterOptions extends BinariesOptions {
  dataDir: string;
  /** Tests only: listen on loopback, as on systems without Unix sockets. */
  useLoopback?: boolean;
}

/** Returns the cluster in DATA_DIR. Creates both if they are missing. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const useLoopback = options.useLoopback ?? process.platform === 'win32';
  const dataDir = await openDataDir(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  if (!(await hasCluster(clusterDir))) {
    await createAtomically(clusterDir, (draft) => fillCluster(draft, dataDir, useLoopback, options));
  }
  const owner = await clusterOwner(clusterDir);
  const address = await findAddress(clusterDir, useLoopback);
  return { dataDir, clusterDir, logFile: join(dataDir, 'postgres.log'), owner, address };
}

/**
 * Returns the argument that names the data directory to PostgreSQL's programs, which run with it as their working
 * directory. On Linux it doesn't contain the path, so `nobody` can use data below a home directory of mode 0700.
 */
export function dataDirArgument(clusterDir: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : clusterDir;
}

/** Returns DATA_DIR's real path. Throws a system error if it cannot be created or written. */
async function openDataDir(path: string): Promise<string> {
  // The account that PostgreSQL runs as must be able to pass through this directory.
  await makeDirectory(path, isRoot() ? 0o711 : 0o700);
  const dataDir = await realpath(path);
  if (!isRoot()) await access(dataDir, constants.W_OK | constants.X_OK);
  return dataDir;
}

/**
 * Creates a directory and its parents. Node's recursive mkdir loops forever if a directory cannot be created and the
 * error is ENOENT, as below /proc.
 */
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

async function hasCluster(clusterDir: string): Promise<boolean> {
  const names = await readdir(clusterDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'EACCES') return ['PG_VERSION']; // another user's cluster; `clusterOwner` reports it
    throw error;
  });
  if (names.length === 0 || names.includes('PG_VERSION')) return names.length > 0;
  throw new EmbeddedDatabaseError(
    `${clusterDir} holds files but no database: move them away, or choose another DATA_DIR.`,
  );
}

async function fillCluster(draft: string, dataDir: string, useLoopback: boolean, options: BinariesOptions) {
  const owner = newClusterOwner();
  const binaries = await findBinaries(dataDir, owner, options);
  await giveTo(draft, owner);
  await runProgram(binaries.initdb, initdbArguments(draft), draft, owner);
  const password = useLoopback ? await createLoopbackAddress(draft) : undefined;
  const singleUser = ['--single', '-D', dataDirArgument(draft), 'postgres'];
  const output = await runProgram(binaries.postgres, singleUser, draft, owner, rolesSql(password));
  // Single-user mode exits with 0 even if a statement failed.
  if (/\b(ERROR|FATAL):/.test(output)) throw explainOutput(output, dataDir);
}

function initdbArguments(clusterDir: string): string[] {
  return [
    ...['-D', dataDirArgument(clusterDir), '-U', SUPERUSER, '--no-instructions'],
    // Only the owner and root can enter the socket's directory, so local connections need no password.
    ...['--auth-local=trust', '--auth-host=scram-sha-256'],
    // The same collation and case rules on every machine, whatever locales are installed.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ];
}

/**
 * Returns the SQL that creates the app's role, an ordinary one as in production. Single-user mode reads one statement
 * per line.
 */
function rolesSql(password: string | undefined): string {
  const secret = password === undefined ? '' : ` PASSWORD '${password}'`;
  const lines = [
    `CREATE ROLE ${APP_ROLE} LOGIN CREATEDB${secret}`,
    `CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE}`,
  ];
  if (secret !== '') lines.push(`ALTER ROLE ${SUPERUSER}${secret}`);
  return lines.map((line) => `${line}\n`).join('');
}
