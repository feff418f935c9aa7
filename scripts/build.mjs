/**
 * Builds the browser's files into dist/web: the app (Vite), the landing page, Terms, Privacy, the live page and the offline page as one
 * HTML file each with inline style and script, the service workers, and a compressed copy of every text file. `node scripts/build.mjs` builds;
 * the start script and the tests call buildIfStale().
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { textPages } from '../contract/pages.ts';
import { buildTarget } from './browser-floor.mjs';
import { buildDriverWorker } from './driver-worker.mjs';
import { firstVisits } from './first-visits.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist/web');
/**
 * The file that describes the build: `{ stamp, firstVisits }`. It is in the output folder, so that both always match.
 */
const recordName = '.build.json';
const inputs = [
  'web',
  'contract',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/browser-floor.mjs',
  'scripts/build.mjs',
  'scripts/driver-worker.mjs',
  'scripts/endpoints-plugin.mjs',
  'scripts/first-visits.mjs',
  'scripts/pages-plugin.mjs',
];

/** Returns a hash of every input file. Unlike modification times, it survives a fresh checkout. */
function stampOfInputs() {
  const hash = createHash('sha1');
  const add = (path) => hash.update(`\n${relative(root, path)}\n`).update(readFileSync(path));
  for (const input of inputs) {
    const path = join(root, input);
    if (extname(input)) {
      add(path);
      continue;
    }
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) add(file);
  }
  return hash.digest('hex');
}

function stampOfOutput() {
  const record = join(output, recordName);
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).stamp : null;
}

/** Builds unless dist/web is up to date. Returns whether it built. */
export async function buildIfStale() {
  if (stampOfOutput() === stampOfInputs()) return false;
  await buildInChild();
  return true;
}

/**
 * Builds in a child process: Vite takes 500 MB that the server must not inherit. NODE_ENV is set explicitly, because
 * Vite uses the inherited one, and a test's would build React for development, twice as large.
 */
async function buildInChild() {
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The web app could not be built.');
}

async function build() {
  const startedMs = performance.now();
  const stamp = stampOfInputs();
  const staging = join(root, `dist/.web-${process.pid}`);
  try {
    const vite = await import('vite');
    await vite.build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true, manifest: true },
    });
    const manifest = JSON.parse(await readFile(join(staging, '.vite/manifest.json'), 'utf8'));
    await buildPlainPages(vite, staging);
    await buildOfflineWorker(vite, staging);
    await buildDriverWorker(vite, { root, staging });
    await compressFiles(staging);
    await writeFile(join(staging, recordName), JSON.stringify({ stamp, firstVisits: firstVisits(manifest) }));
    await swapIn(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  console.log(`Built the web app in ${((performance.now() - startedMs) / 1000).toFixed(1)} s.`);
}

/** Renders the pages that don't need the app: landing page, Terms, Privacy, live page, offline page. */
async function buildPlainPages(vite, staging) {
  const [{ landing, live, offline }, script, liveScript, retryScript] = await Promise.all([
    loadRenderers(vite, staging),
    buildInlineScript(vite, 'landing/visitor.ts'),
    buildInlineScript(vite, 'live/page.ts'),
    buildInlineScript(vite, 'offline/retry.ts'),
  ]);
  const style = (text) => `<style>${text}</style>`;
  const head = { styleOf: (css) => style(plainCss(css)), fontOf, script: `<script>${script}</script>` };
  await writePlainPage(staging, 'landing.html', landing.renderPage('/', head));
  for (const path of textPages) await writePlainPage(staging, `${path.slice(1)}.html`, landing.renderPage(path, head));
  const liveCss = plainCss(live.css);
  const liveHead = { style: style(liveCss), font: fontOf(liveCss), script: `<script>${liveScript}</script>` };
  await writePlainPage(staging, 'live.html', live.renderLive(liveHead));
  const offlineHtml = offline.renderOffline({
    style: style(plainCss(offline.css)),
    script: `<script>${retryScript}</script>`,
  });
  await writePlainPage(staging, 'offline.html', offlineHtml);
}

/** Removes Tailwind's license comment, which the app's CSS has already. */
function plainCss(css) {
  return css.replace(/^\/\*![^*]*\*\/\s*/, '').trim();
}

/** Returns a link that preloads the display font that the CSS names. */
function fontOf(css) {
  const font = /\/assets\/familjen-grotesk-latin-wght-normal-[\w-]+\.woff2/.exec(css)?.[0];
  return font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : '';
}

async function writePlainPage(staging, name, html) {
  for (const [asset] of html.matchAll(/\/assets\/[\w.-]+/g)) {
    if (!existsSync(join(staging, asset))) throw new Error(`${name}: ${asset} is not an asset of the app`);
  }
  if (/<[^>]+\sstyle=/.test(html)) throw new Error(`${name}: the security policy forbids style attributes`);
  await writeFile(join(staging, name), html);
}

/** Bundles the pages' components for Node and loads them from files beside the output, where imports resolve. */
async function loadRenderers(vite, staging) {
  const [{ default: react }, { default: tailwindcss }] = await Promise.all([
    import('@vitejs/plugin-react'),
    import('@tailwindcss/vite'),
  ]);
  const outDir = join(staging, '.plain-pages');
  await vite.build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: buildTarget,
      cssMinify: 'lightningcss',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { landing: 'web/landing/render.tsx', live: 'web/live/render.tsx', offline: 'web/offline/render.tsx' },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  const load = (name) => import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
  const [landing, live, offline] = await Promise.all([load('landing'), load('live'), load('offline')]);
  await rm(outDir, { recursive: true });
  return { landing, live, offline };
}

async function buildInlineScript(vite, entry) {
  const [result] = await vite.build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTarget,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'page' },
    },
  });
  return result.output[0].code.trim();
}

/** Builds the service worker of everyone but drivers. */
async function buildOfflineWorker(vite, staging) {
  await vite.build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: staging,
      emptyOutDir: false,
      target: buildTarget,
      minify: true,
      lib: { entry: 'offline/worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'offline-worker.js' },
    },
  });
}

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const minCompressedBytes = 512;

/** Writes file.br and file.gz beside each text file. The server sends them unchanged. */
async function compressFiles(folder) {
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path);
      if (text.length < minCompressedBytes) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      await writeFile(`${path}.br`, await brotli(text, { params }));
      await writeFile(`${path}.gz`, await gzipped(text, { level: 9 }));
    }),
  );
}

/** Replaces the output. Two processes may build at the same time: each uses its own folder, and the last one wins. */
async function swapIn(staging) {
  await mkdir(join(root, 'dist'), { recursive: true });
  const old = `${staging}-old`;
  for (let attempt = 1; ; attempt++) {
    await rename(output, old).catch(ignoreMissing);
    try {
      await rename(staging, output);
      break;
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || attempt === 5) throw error;
    } finally {
      await rm(old, { recursive: true, force: true });
    }
  }
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}

if (process.argv[1] && import.meta.filename === process.argv[1]) await build();
