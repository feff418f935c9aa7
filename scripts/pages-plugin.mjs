/**
 * The HTML pages contain placeholders for deployment settings (brand, phone, email). The build leaves them for the
 * server to fill; the development server fills them itself.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isEntryPage } from '../contract/pages.ts';

const fileOf = (name) => fileURLToPath(new URL(`../web/${name}.html`, import.meta.url));
const appPages = [fileOf('app'), fileOf('entry')];
const displayFont = /familjen-grotesk-latin-wght-normal-[^/]*\.woff2$/;

const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function fillPlaceholders(html, env = process.env) {
  const settings = {
    brandName: env.BRAND_NAME || 'Stoop',
    supportPhone: env.SUPPORT_PHONE || '(215) 555-0107',
    supportEmail: env.SUPPORT_EMAIL || 'hello@stoop.example',
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY || null,
    testMode: !env.STRIPE_SECRET_KEY,
    sameDayCutoff: env.SAME_DAY_CUTOFF || null,
    changeCutoff: env.CHANGE_CUTOFF || '18:00',
    incompletePhoto: env.INCOMPLETE_PHOTO || 'off',
  };
  const digits = settings.supportPhone.replace(/\D/g, '');
  const places = {
    __BRAND_NAME__: escapeHtml(settings.brandName),
    __SUPPORT_PHONE_HREF__: `tel:+${digits.length === 10 ? '1' : ''}${digits}`,
    __SUPPORT_PHONE__: escapeHtml(settings.supportPhone),
    __SUPPORT_EMAIL__: escapeHtml(settings.supportEmail),
    __CLIENT_SETTINGS__: JSON.stringify(settings).replaceAll('<', '\\u003c'),
  };
  return html.replace(/__[A-Z_]+__/g, (place) => places[place] ?? place);
}

/** Serves the same page as the server at every path, and reloads when one of their files changes. */
function servePages(server) {
  const landing = async () => {
    const { renderLanding } = await server.ssrLoadModule('/landing/render.tsx');
    return renderLanding({
      style: '<link rel="stylesheet" href="/landing/landing.css">',
      script: '<script type="module" src="/landing/visitor.ts"></script>',
      font: '',
    });
  };
  server.middlewares.use(async (request, response, next) => {
    const path = (request.originalUrl ?? '/').split('?')[0];
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isPage) return next();
    try {
      const name = isEntryPage(path) ? 'entry' : 'app';
      const source = path === '/' ? await landing() : await readFile(fileOf(name), 'utf8');
      const html = await server.transformIndexHtml(path === '/' ? '/' : `/${name}.html`, source);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(fillPlaceholders(html));
    } catch (error) {
      server.ssrFixStacktrace(error);
      next(error);
    }
  });
}

/** The placeholder of the settings, and a preload of the display font. */
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
