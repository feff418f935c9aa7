import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';

/** The account PostgreSQL runs under, or null for our own. */
export type Owner = { uid: number; gid: number } | null;

/** `nobody`. PostgreSQL refuses to run as root, and this account needs no creating. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** The shortest limit of the systems we run on (macOS, 104 bytes with its end mark). */
const MAX_SOCKET_PATH_BYTES = 103;
export const SOCKET_PORT = 5432;

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Who makes a new cluster. */
export function newClusterOwner(): Owner {
  return isRoot() ? NOBODY : null;
}

/**
 * Who runs the cluster that is already there. Root keeps the owner it finds, so that the ordinary user who made
 * the data can still use it afterwards; a cluster that belongs to root (a restored copy) is given to nobody.
 */
export async function clusterOwner(clusterDir: string): Promise<Owner> {
  const { uid, gid } = await stat(clusterDir);
  const me = process.getuid?.();
  if (me === undefined || uid === me) {
    if (me !== 0) return null;
    await giveTo(clusterDir, NOBODY);
    return NOBODY;
  }
  if (me === 0) return { uid, gid };
  throw new EmbeddedDatabaseError(
    `The database in ${clusterDir} belongs to user id ${uid}, not to you (${me}): start as that user${uid === NOBODY.uid ? ' or as root' : ''}, or choose another DATA_DIR.`,
  );
}

/** Hands a directory and all below it to the owner, never through a link. */
export async function giveTo(path: string, owner: Owner): Promise<void> {
  if (owner === null) return;
  await lchown(path, owner.uid, owner.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), owner);
}

/** Whether the permission bits let the owner through to a path and read it. Extended lists (ACL) are not asked. */
export async function canReach(path: string, owner: Owner): Promise<boolean> {
  if (owner === null) return true;
  const target = await realpath(path);
  for (let step = target; ; step = dirname(step)) {
    const info = await stat(step);
    const shift = info.uid === owner.uid ? 6 : info.gid === owner.gid ? 3 : 0;
    const onTheWay = step !== target;
    const wanted = onTheWay ? 0o1 : info.isDirectory() ? 0o5 : 0o4;
    if (((info.mode >> shift) & wanted) !== wanted) return false;
    if (step === dirname(step)) return true;
  }
}

/**
 * The directory of the server's socket: the cluster itself (mode 0700), or, where that path is too long for a
 * socket, a directory of ours below /tmp. It is the same for every process that uses this cluster, whatever its
 * TMPDIR says. Somebody else may have taken the name: then it is not ours by owner or mode, and the next is tried.
 */
export async function socketDirectory(clusterDir: string, owner: Owner): Promise<string> {
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES) return clusterDir;
  const hash = createHash('sha256').update(clusterDir).digest('hex').slice(0, 16);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const path = `/tmp/stoop-${hash}-${attempt}`;
    if (await claimPrivateDirectory(path, owner)) return path;
  }
  throw new EmbeddedDatabaseError(
    `No private directory for a socket could be made in /tmp: choose a shorter DATA_DIR.`,
  );
}

async function claimPrivateDirectory(path: string, owner: Owner): Promise<boolean> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || (found.mode & 0o077) !== 0) return false;
  const wantedUid = owner?.uid ?? process.getuid?.();
  if (found.uid === wantedUid) return true;
  // Ours, made a moment ago by this or another of our processes and not yet handed over.
  if (found.uid !== process.getuid?.() || owner === null) return false;
  await lchown(path, owner.uid, owner.gid);
  return true;
}
