/**
 * `npm start`: reads the settings, builds what is stale, then runs the server in this process. Plain JavaScript that
 * Node 20 can read, so that a machine with only an old Node gets a sentence instead of a syntax error.
 */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Stoop needs Node 24 and this is ${process.version}: run 'npm ci' with development packages and install scripts allowed (it brings Node 24), or install Node 24.`,
  );
  process.exit(1);
}

// Compiled code is kept for the next start, which halves the time that loading takes. Where the folder cannot be written,
// Node does without.
const { enableCompileCache } = await import('node:module');
const { join } = await import('node:path');
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'));

const { main } = await import('../server/main.ts');
const { buildIfStale } = await import('./build.mjs');
await main(process.env, process.argv.slice(2), buildIfStale);
