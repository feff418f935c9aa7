import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pages } from './scripts/pages-plugin.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    // The street map's library is one file of 1.1 MB, which only /driver/map fetches, and only with MAP_STYLE_URL.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      input: here('web/app.html'),
      output: {
        // React changes only with package-lock.json and stays in the visitor's cache over our own deployments. The other
        // libraries are split by what a page uses: @tanstack as one chunk cost the sign-in page 10 kB it never ran.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
});
