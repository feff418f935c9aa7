import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pages } from './scripts/pages-plugin.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const everyPagesLibraries =
  /node_modules\/(@tanstack\/(history|react-router|react-store|router-core|store)\/|zod\/|lucide-react\/dist\/esm\/(?!icons\/))/;
/** With all that they import. */
const everyPagesModules =
  /\/(contract\/accounts|web\/(routes|api\/(call|client-settings)|shell\/(redirect|use-document-title)|ui\/(logo|text-field)))\.tsx?$/;

/** The single-page app: everything but the landing page, which scripts/build.mjs renders to plain HTML. */
export default defineConfig({
  root: here('web'),
  publicDir: here('web/public'),
  cacheDir: here('node_modules/.vite'),
  appType: 'custom',
  plugins: [react(), tailwindcss(), pages()],
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
      input: here('web/app.html'),
      output: {
        // Libraries change only with package-lock.json and stay in the visitor's cache over our own deployments. What every
        // page needs travels in a few files: it compresses better than in twenty (the sign-in page: 3.5 kB less). The other
        // libraries are split by what a page uses: @tanstack as one chunk cost the sign-in page 10 kB it never ran.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: 'libraries', test: everyPagesLibraries, priority: 1 },
            { name: 'start', test: everyPagesModules },
          ],
        },
      },
    },
  },
});
