/**
 * Development: Vite with reload on PORT (3000), and the API server behind it, started again whenever its code changes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { buildIfStale } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const apiPort = Number(process.env.API_PORT ?? port + 1);

// The API server does not start without its pages, though Vite serves them here.
await buildIfStale();
const api = spawn(process.execPath, ['--watch', 'server/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { APP_URL: `http://${host}:${port}`, ...process.env, HOST: host, PORT: String(apiPort) },
});

/** What the server answers itself; everything else is a page or a module. */
const served = ['/api', '/healthz', '/readyz', '/metrics', '/openapi.json'];
const returnAddresses = ['/payment/success', '/checkout/success', '/subscribe/success'];

const toServer = {
  target: `http://${host}:${apiPort}`,
  // The modules of web/api/ are asked for below /api too.
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
