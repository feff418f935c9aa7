import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTarget } from './scripts/browser-floor.mjs';
import { endpointsForBrowsers } from './scripts/endpoints-plugin.mjs';
import { appPages, pages } from './scripts/pages-plugin.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The modules that every page needs, with everything they import. */
const start =
  /\/web\/(start-page|root-frame|crash-screen|shell\/use-document-title|ui\/(logo|loading-screen|hooks\/late-file)|api\/call)\.tsx?$|\/@tanstack\/history\//;
const startAlone =
  /\/contract\/(endpoint|accounts|pages)\.ts$|\/lucide-react\/dist\/esm\/((?!icons\/)|icons\/(arrow-left|clock|triangle-exclamation-point)\.)/;
/** The frame of every signed-in page with all that it imports, and components that most of them show. */
const frame = /\/web\/(shell\/(page|app-shell|guards\/redirect)|api\/(current-user|query-client))\.tsx?$/;
const frameAlone =
  /\/web\/(ui\/(badge|card|text\/(money|money-text|person-name|count-text)|dialog\/use-dialog-subject|hooks\/(use-row-focus|when-focus-is-lost))|api\/list-page|push\/(push-offer|choice)|pickups\/pickup-(words|status-badge))\.tsx?$|\/contract\/(pickups(\/lists|\/moves)?|photos|drivers|missed|values\/time\/missed-window)\.ts$|\/icons\/(refresh-cw|circle-check|check|chevron-down|circle-x|circle-exclamation-point|undo-2|phone)\./;
/** Modules that only the dispatcher's first screen and its lists need. */
const deskAlone =
  /\/web\/(admin\/(sections|dashboard\/(?!dashboard-section|days-chart)|find\/find-frame)|attention\/(?!details|dismiss|use-retry)|pickups\/(moves\/(words|open-move|send-move|pickup-moves|move-host)|customer-name|incomplete-line)|routing\/(day-stops|route-words)|missed\/missed-words|ui\/menu\/|accounts\/members\/active-drivers|api\/refresh-admin|photos\/has-photos)/;
/** Rules that only forms check. */
const formsAlone = /\/contract\/(accounts\/forms|values\/(account-fields|visible-text|shapes))\.ts$/;
const datesAlone = /\/@date-fns\/tz\/|\/contract\/values\/(time\/dates|phone)\.ts$/;

const alone = { includeDependenciesRecursively: false };

/** Functions that only build a schema. The build may leave out a call whose result nobody uses. */
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
    target: buildTarget,
    cssMinify: 'lightningcss',
    // Inlined assets would need data: in the content security policy, and are downloaded again with every change.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded the React, start and runtime chunks before its first import().
      resolveDependencies: (_file, files) => files.filter((file) => !/\/(react|start|rolldown-runtime)-/.test(file)),
    },
    reportCompressedSize: false,
    // The street map's library is one file of 1.1 MB. Only the maps fetch it, and only with MAP_STYLE_URL.
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      input: appPages,
      treeshake: { manualPureFunctions: schemaMakers },
      output: {
        // Libraries change only with package-lock.json, so they stay in the visitor's cache across our deployments. The
        // code that every page needs is in a few files, because it compresses better than in twenty (the sign-in page:
        // 3.5 kB less). The other libraries are split by use: with @tanstack as one chunk, the sign-in page loads 10 kB
        // that it never runs.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 5, ...alone },
            { name: 'dates', test: datesAlone, priority: 5, ...alone },
            { name: 'forms', test: formsAlone, priority: 5, ...alone },
            { name: 'start', test: startAlone, priority: 5, ...alone },
            { name: 'start', test: start, priority: 4 },
            { name: 'router', test: /\/@tanstack\/(react-router|react-store|router-core|store)\//, priority: 3 },
            { name: 'frame', test: frame, priority: 2 },
            { name: 'frame', test: frameAlone, priority: 1, ...alone },
            { name: 'desk', test: deskAlone, ...alone },
          ],
        },
      },
    },
  },
});
