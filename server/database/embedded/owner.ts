import { execFile } from 'node:child_process';
import { lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './errors.ts';

/** The account that PostgreSQL runs as; null for the current user. */
export type Owner = { uid: number; gid: number } | null;

/** PostgreSQL refuses to run as root, so root runs it as `nobody`, an account that exists on every system. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function newClusterOwner(): Owner {
  return isRoot() ? NOBODY : null;
}

/**
 * Returns the account that an existing cluster runs as. Root keeps the owner that it finds, so that an ordinary user
 * who created the cluster can still use it. A cluster that root owns (a restored backup) is given to `nobody`. Throws
 * an EmbeddedDatabaseError when the cluster belongs to another user.
 */
export async function clusterOwner(clusterDir: string): Promise<Owner> {
  const { uid, gid } = await stat(clusterDir);
  const me = process.getuid?.();
  if (me === 0 && uid === 0) await giveTo(clusterDir, NOBODY);
  if (me === 0) return uid === 0 ? NOBODY : { uid, gid };
  if (me === undefined || uid === me) return null;
  const orRoot = uid === NOBODY.uid ? ' or as root' : '';
  throw new EmbeddedDatabaseError(
    `The database in ${clusterDir} belongs to user id ${uid}, not to you (${me}): start as that user${orRoot}, or choose another DATA_DIR.`,
  );
}

/** Changes the owner of a file, or of a directory and everything in it. Does not follow symlinks. */
export async function giveTo(path: string, owner: Owner): Promise<void> {
  if (owner === null) return;
  await lchown(path, owner.uid, owner.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), owner);
}

const execFileAsync = promisify(execFile);

/**
 * Runs a program as `owner`, waits for its end and returns its output. Throws Node's `ExecFileException`: `code` is the
 * exit code, or the system's error code if the program could not be run.
 */
export async function runProgram(program: string, args: string[], cwd: string, owner: Owner, input = '') {
  const running = execFileAsync(program, args, { cwd, ...owner, env: childEnvironment(), windowsHide: true });
  running.child.stdin?.on('error', () => undefined).end(input); // the program may exit before it reads
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** Returns the environment of PostgreSQL's processes. They need nothing else of ours and must not see our secrets. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) };
}
