import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstat, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

/** The server's address: a Unix socket (`host` is its directory), or loopback with a password. */
export interface Address {
  host: string;
  port: number;
  password?: string;
}

export const SOCKET_PORT = 5432;

/** The shortest limit among the systems that we support (macOS: 104 bytes including the final zero). */
const MAX_SOCKET_PATH_BYTES = 103;

const loopbackFile = (clusterDir: string) => join(clusterDir, 'stoop-loopback.json');

export async function findAddress(clusterDir: string, useLoopback: boolean): Promise<Address> {
  if (useLoopback) return JSON.parse(await readFile(loopbackFile(clusterDir), 'utf8'));
  return { host: await shortPathTo(clusterDir), port: SOCKET_PORT };
}

/** Chooses a new cluster's port and password, and saves them in the cluster. Returns the password. */
export async function createLoopbackAddress(clusterDir: string): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const password = randomBytes(24).toString('hex');
  const address: Address = { host: '127.0.0.1', port, password };
  await writeFile(loopbackFile(clusterDir), JSON.stringify(address), { mode: 0o600 });
  return password;
}

/**
 * Returns the directory through which clients reach the socket: the cluster's own (mode 0700), or a symlink in /tmp if
 * that path is too long for a socket. Another user may have taken the link's name, so a link that isn't ours is
 * skipped. Throws an EmbeddedDatabaseError when no link can be made.
 */
export async function shortPathTo(clusterDir: string): Promise<string> {
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES) return clusterDir;
  const me = process.getuid?.();
  const hash = createHash('sha256').update(`${me} ${clusterDir}`).digest('hex').slice(0, 16);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const link = `/tmp/stoop-${hash}-${attempt}`;
    await symlink(clusterDir, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const isOurs = (await lstat(link)).uid === me && (await readlink(link).catch(() => null)) === clusterDir;
    if (isOurs) return link;
  }
  throw new EmbeddedDatabaseError('Cannot create a short path for the socket in /tmp: choose a shorter DATA_DIR.');
}
