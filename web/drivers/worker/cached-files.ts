/** Every version of the app that this browser has kept lies in a cache of its own. */
const prefix = 'stoop-driver-';
/** Under this address the page is kept; all the driver's addresses show the same one. */
const pagePath = '/driver';
/** Says that every file of a version lies in its cache: a download may end in the middle. */
const wholePath = '/driver-whole';

/** The files of one version, by their path. */
export interface Version {
  readonly name: string;
  readonly files: readonly string[];
}

function cacheNameOf({ name }: Version): string {
  return prefix + name;
}

/** Fetches what is not there yet. A file whose name carries its content is taken from an older version where it lies. */
export async function fill(version: Version): Promise<void> {
  const cache = await caches.open(cacheNameOf(version));
  await Promise.all(
    version.files.map(async (path) => {
      if (await cache.match(path)) return;
      const isHashed = path.startsWith('/assets/');
      const kept = isHashed ? await cachedFile(path) : undefined;
      const response = kept ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache' }));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }),
  );
  await cache.put(wholePath, new Response());
  if (!(await cache.match(pagePath))) await cachePage(await fetch(pagePath, { cache: 'no-cache' }));
}

/** Whether the version has all it needs to open without network. */
async function isWhole(version: Version): Promise<boolean> {
  const cache = await caches.open(cacheNameOf(version));
  return (await cache.match(pagePath)) !== undefined;
}

/** Forgets the other versions, once this one can stand alone. To be called when no page of theirs is open any more. */
export async function forgetOthers(version: Version): Promise<void> {
  if (!(await isWhole(version))) return;
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheNameOf(version));
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** A file of any version: a page that was opened before a deployment still asks for its own. */
export async function cachedFile(path: string): Promise<Response | undefined> {
  return await caches.match(path, { ignoreVary: true });
}

/**
 * Keeps the page beside the files it was built with, so that the two always belong together. A page whose files are not
 * all here (a deployment that this browser has not fetched yet, or only in part; somebody else's page) is not kept.
 */
export async function cachePage(response: Response): Promise<void> {
  if (!response.ok || !response.headers.get('content-type')?.includes('text/html')) return;
  const script = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(await response.clone().text())?.[1];
  if (!script) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue;
    const cache = await caches.open(name);
    if ((await cache.match(wholePath)) && (await cache.match(script, { ignoreVary: true }))) {
      await cache.put(pagePath, response.clone());
    }
  }
}

/** The page that the server sent last, of the newest version. */
export async function cachedPage(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).reverse()) {
    if (!name.startsWith(prefix)) continue;
    const page = await (await caches.open(name)).match(pagePath, { ignoreVary: true });
    if (page) return page;
  }
  return undefined;
}
