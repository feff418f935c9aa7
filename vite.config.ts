import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsForBrowsers } from './scripts/endpoints-plugin.mjs';
import { pages } from './scripts/pages-plugin.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What every page needs, with all that it imports. */
const start = /\/web\/(start-page|root-frame)\.tsx$/;
const router = /node_modules\/@tanstack\/(react-router|react-store|router-core|store)\//;
/** The frame of every signed-in page. */
const frame = /\/web\/(gates|shell\/page)\.tsx$/;
/** Functions that only build a schema, so a schema that nobody uses is left out. */
const schemaMakers = ['z', 'endpoint', 'requiredText', 'existingPassword', 'emailedToken', 'noFilter', 'namePart'];

/** The single-page app: everything but the landing page, which scripts/build.mjs renders to plain HTML. */
export default defineConfig({
  root: here('web'),
  publicDir: here('web/public'),
  cacheDir: here('node_modules/.vite'),
  appType: 'custom',
  plugins: [react(), tailwindcss(), endpointsForBrowsers(), pages()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    cssMinify: 'lightningcss',
    // Inlined assets would need data: in the content security policy, and are downloaded again with every change.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The street map's library is one file of 1.1 MB, which only the maps fetch, and only with MAP_STYLE_URL.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      input: [here('web/app.html'), here('web/entry.html')],
      treeshake: { manualPureFunctions: schemaMakers },
      output: {
        // Libraries change only with package-lock.json and stay in the visitor's cache over our own deployments. What every
        // page needs travels in a few files: it compresses better than in twenty (the sign-in page: 3.5 kB less). The other
        // libraries are split by what a page uses: @tanstack as one chunk cost the sign-in page 10 kB it never ran.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'start', test: start, priority: 1 },
            { name: 'router', test: router },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'frame', test: frame },
          ],
        },
      },
    },
  },
});
