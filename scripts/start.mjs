/**
 * `npm start`: reads the settings, builds what is stale, then runs the server in this process. Plain JavaScript that
 * Node 20 can parse, so that an old Node prints a message instead of a syntax error.
 */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Stoop needs Node 24, but this is ${process.version}. Run 'npm ci' with development packages and install scripts allowed (it installs Node 24), or install Node 24.`,
  );
  process.exit(1);
}

// Caches compiled code for the next start, which halves loading time. If the folder isn't writable, Node works without.
const { enableCompileCache } = await import('node:module');
const { join } = await import('node:path');
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));

const { main } = await import('../server/main.ts');
const { buildIfStale } = await import('./build.mjs');
await main(process.env, process.argv.slice(2), buildIfStale);
