/**
 * Builds the driver's service worker (web/drivers/worker) into the app's output, with the list of files that the
 * driver's pages need. It caches only these, when a driver signs in.
 */
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTarget } from './browser-floor.mjs';

/**
 * The modules that work offline: the driver's pages, their frame, their sheets, the map's outlines, toasts, dialogs,
 * and the sign-in page.
 */
const roots = [
  /^drivers\/[\w-]+\/[\w-]+\.page\.tsx$/,
  /^drivers\/outbox\/driver-frame\.tsx$/,
  // The sheets of a stop and of a visit, which open after the first view.
  /^drivers\/stop\/stop-sheet\.tsx$/,
  /^drivers\/visit\/ticket-sheet\.tsx$/,
  /^gates\.tsx$/,
  /^shell\/not-found\.page\.tsx$/,
  // The map loads the outlines after the page.
  /neighborhoods\/philadelphia\.topo\.json$/,
  /^ui\/toast\/toaster\.tsx$/,
  // The picture of a completed route.
  /^ui\/street\/scenes\/empty-stoop\.tsx$/,
  /^ui\/dialog\/dialog-frame\.tsx$/,
  /^accounts\/sign-in\/login\.page\.tsx$/,
];
/** Modules that are left out: a street map needs a network anyway, and is larger than everything else. */
const online = /maplibre|street-map/;
/** Files without a hash: requested by the page itself, and shown in place of a page that can't be reached. */
const plainFiles = ['favicon.svg', 'offline.html'];

/** Writes driver-worker.js. `staging` must contain the app's build, its manifest and the offline page. */
export async function buildDriverWorker(vite, { root, staging }) {
  const manifest = JSON.parse(await readFile(join(staging, '.vite/manifest.json'), 'utf8'));
  await rm(join(staging, '.vite'), { recursive: true });
  const files = [...filesOf(manifest), ...plainFiles].sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(staging, file)));
  const version = { name: hash.digest('hex').slice(0, 12), files: files.map((file) => `/${file}`) };
  await vite.build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    define: { DRIVER_VERSION: JSON.stringify(version) },
    build: {
      outDir: staging,
      emptyOutDir: false,
      target: buildTarget,
      minify: true,
      lib: { entry: 'drivers/worker/worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'driver-worker.js' },
    },
  });
}

/**
 * Returns the files of the app's document and of the roots, with everything they import. The roots' lazy imports are
 * included too.
 */
function filesOf(manifest) {
  const files = new Set();
  const seen = new Set();
  const add = (key, withLater) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key + withLater) || online.test(key)) return;
    seen.add(key + withLater);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const needed of chunk.imports ?? []) add(needed, false);
    if (withLater) for (const later of chunk.dynamicImports ?? []) add(later, true);
  };
  const chunks = Object.entries(manifest);
  add('app.html', false);
  for (const pattern of roots) {
    const found = chunks.filter(([key, { isDynamicEntry, src }]) => isDynamicEntry && pattern.test(src ?? key));
    // Without this check, a page that was moved would silently be missing offline.
    if (found.length === 0) throw new Error(`The driver's worker needs ${pattern}, which is no page of the build`);
    for (const [key] of found) add(key, true);
  }
  return files;
}
