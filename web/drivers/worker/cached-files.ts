/** Each version of the app has its own cache, named with this prefix. */
const prefix = 'stoop-driver-';
/** The page is cached under this path. All of the driver's paths use the same page. */
const pagePath = '/driver';
/** Marks a cache that has every file of its version, because a download may stop halfway. */
const completePath = '/driver-whole';

export interface Version {
  readonly name: string;
  readonly files: readonly string[];
}

function cacheNameOf({ name }: Version): string {
  return prefix + name;
}

/**
 * Downloads the version's missing files and the page. A file with a hash in its name is copied from an older
 * version's cache, if one has it.
 */
export async function fill(version: Version): Promise<void> {
  const cache = await caches.open(cacheNameOf(version));
  await Promise.all(
    version.files.map(async (path) => {
      if (await cache.match(path)) return;
      const isHashed = path.startsWith('/assets/');
      const cached = isHashed ? await cachedFile(path) : undefined;
      const response = cached ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }),
  );
  await cache.put(completePath, new Response());
  if (!(await cache.match(pagePath))) await cachePage(await fetch(pagePath, { cache: 'no-cache' }));
}

/** Deletes the other versions if this one can open without network. Call it when none of their pages is open. */
export async function deleteOthers(version: Version): Promise<void> {
  const cache = await caches.open(cacheNameOf(version));
  if (!(await cache.match(pagePath))) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheNameOf(version));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Returns a file of any version. A page that was opened before a deployment still requests its own files. */
export async function cachedFile(path: string): Promise<Response | undefined> {
  return await caches.match(path, { ignoreVary: true });
}

/**
 * Caches the page in each version whose complete cache has the page's script. A page whose files are not all cached (a
 * deployment that isn't fully downloaded yet, or another server's page) is not cached.
 */
export async function cachePage(response: Response): Promise<void> {
  if (!response.ok || !response.headers.get('content-type')?.includes('text/html')) return;
  const script = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(await response.clone().text())?.[1];
  if (!script) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue;
    const cache = await caches.open(name);
    if ((await cache.match(completePath)) && (await cache.match(script, { ignoreVary: true }))) {
      await cache.put(pagePath, response.clone());
    }
  }
}

/** Returns the page of the newest version that has one. */
export async function cachedPage(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).reverse()) {
    if (!name.startsWith(prefix)) continue;
    const page = await (await caches.open(name)).match(pagePath, { ignoreVary: true });
    if (page) return page;
  }
  return undefined;
}
