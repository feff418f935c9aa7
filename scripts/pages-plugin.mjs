/**
 * The HTML pages contain placeholders for deployment settings (brand, phone, terms). A build keeps them, and the server
 * fills them; the development server fills them here.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isEntryPage, isLivePage, textPages } from '../contract/pages.ts';
import { fillPlaceholders } from '../server/http/page-texts.ts';

const fileOf = (name) => fileURLToPath(new URL(`../web/${name}.html`, import.meta.url));
export const appPages = [fileOf('app'), fileOf('entry')];
const displayFont = /familjen-grotesk-latin-wght-normal-[^/]*\.woff2$/;

/** Returns a page's HTML. The entry page is the app's page with another script, so only app.html exists as a file. */
async function readAppPage(name) {
  const source = await readFile(fileOf('app'), 'utf8');
  return name === 'entry' ? source.replace('src="/main.tsx"', 'src="/entry.tsx"') : source;
}

/** Returns the settings that the pages show, from the environment of the development server. */
const settings = (env = process.env) => ({
  brandName: env.BRAND_NAME || 'Stoop',
  supportPhone: env.SUPPORT_PHONE || '(215) 555-0107',
  supportEmail: env.SUPPORT_EMAIL || 'hello@stoop.example',
  stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY || null,
  testMode: !env.STRIPE_SECRET_KEY,
  noCardIsCharged: false,
  addressLookup: Boolean(env.GOOGLE_MAPS_API_KEY),
  mapStyleUrl: env.MAP_STYLE_URL || null,
  sameDayCutoff: env.SAME_DAY_CUTOFF || null,
  changeCutoff: env.CHANGE_CUTOFF || '18:00',
  lateRefundPercent: Number(env.LATE_REFUND_PERCENT || 50),
  incompletePhoto: env.INCOMPLETE_PHOTO || 'off',
  pushPublicKey: null,
  geocoder: env.GEOCODER || (env.GOOGLE_MAPS_API_KEY ? 'google' : 'census'),
});

/** Serves the landing page, Terms, Privacy and the live page, and the app everywhere else. */
function servePages(server) {
  const plainPages = ['/', ...textPages];
  const render = async (path) => {
    const { renderPage } = await server.ssrLoadModule('/landing/render.tsx');
    return renderPage(path, {
      styleOf: (_css, file) => `<link rel="stylesheet" href="/${file}">`,
      script: '<script type="module" src="/landing/visitor.ts"></script>',
      fontOf: () => '',
    });
  };
  const renderLive = async () => {
    const live = await server.ssrLoadModule('/live/render.tsx');
    const script = '<script type="module" src="/live/page.ts"></script>';
    return live.renderLive({ style: '<link rel="stylesheet" href="/live/live.css">', font: '', script });
  };
  server.middlewares.use(async (request, response, next) => {
    const path = (request.originalUrl ?? '/').split('?')[0];
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isPage) return next();
    try {
      const isLive = isLivePage(path);
      const isPlain = isLive || plainPages.includes(path);
      const name = isEntryPage(path) ? 'entry' : 'app';
      const source = isLive ? await renderLive() : isPlain ? await render(path) : await readAppPage(name);
      const html = await server.transformIndexHtml(isPlain ? path : `/${name}.html`, source);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(fillPlaceholders(html, settings()));
    } catch (error) {
      server.ssrFixStacktrace(error);
      next(error);
    }
  });
}

/** Returns tags for the head: the placeholder of the settings, and a preload of the display font. */
function appHead({ bundle }) {
  const settings = {
    tag: 'script',
    attrs: { type: 'application/json', id: 'stoop-settings' },
    children: '__CLIENT_SETTINGS__',
    injectTo: 'head',
  };
  const font = Object.keys(bundle ?? {}).find((name) => displayFont.test(name));
  if (!font) return [settings];
  const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true };
  return [settings, { tag: 'link', attrs, injectTo: 'head' }];
}

export function pages() {
  return {
    name: 'stoop:pages',
    resolveId: (id) => (id === fileOf('entry') ? id : undefined),
    load: (id) => (id === fileOf('entry') ? readAppPage('entry') : undefined),
    configureServer: (server) => () => servePages(server),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) => (appPages.includes(context.filename) ? appHead(context) : []),
    },
    // The landing page is rendered on the server, so the browser must reload it.
    hotUpdate({ file, server }) {
      if (this.environment.name === 'ssr' && file.includes('/web/')) server.ws.send({ type: 'full-reload', path: '/' });
    },
  };
}
