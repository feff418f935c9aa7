/**
 * Development server: Vite with reload on PORT (3000), and the API server behind it, which restarts when its code
 * changes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildIfStale } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = Number(process.env.API_PORT ?? port + 1);

// The API server needs built pages to start, although Vite serves them here.
await buildIfStale();
const api = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { APP_URL: `http://${host}:${port}`, ...process.env, HOST: host, PORT: String(apiPort) },
});

/** Paths that the API server handles; everything else is a page or a module. */
const served = ['/api', '/healthz', '/readyz', '/metrics', '/openapi.json'];
const returnAddresses = ['/payment/success', '/checkout/success', '/subscribe/success'];

const toServer = {
  target: `http://${host}:${apiPort}`,
  // Vite serves the modules of web/api/, whose paths start with /api too.
  bypass: ({ url }) => (/\.tsx?(\?|$)/.test(url ?? '') ? url : undefined),
};

const vite = await createServer({
  configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries([...served, ...returnAddresses].map((path) => [path, toServer])),
  },
});
await vite.listen();
vite.printUrls();

let closing = false;
async function close(code) {
  if (closing) return;
  closing = true;
  api.kill('SIGTERM');
  await vite.close();
  process.exit(code);
}
process.on('SIGINT', () => close(0));
process.on('SIGTERM', () => close(0));
api.on('exit', (code) => close(code ?? 0));
