import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientSettings } from '../../contract/client-settings.ts';
import { isEntryPage, isPage, livePagePath, textPages } from '../../contract/pages.ts';
import { isBelowApi, pathOf } from './known-paths.ts';
import { type LandingForms, serveWaitingForm, type ZipResult, zipResultOf } from './landing-forms.ts';
import { fillPlaceholders, type PageSettings } from './page-texts.ts';

/** The hosts that a page may load from, besides our own server. */
export interface ForeignHosts {
  /** The origin of the deployment's map. */
  readonly mapOrigin?: string | undefined;
  /** True with live payments, which need Stripe's script and card frames. */
  readonly stripe?: boolean;
}

interface Page {
  readonly bodies: { readonly identity: Buffer; readonly gzip: Buffer; readonly br: Buffer };
  readonly etag: string;
  /** The CSP sources for exactly this page's inline styles and scripts. */
  readonly inlineStyles: string[];
  readonly inlineScripts: string[];
  /** The other hosts that this page may load from. */
  readonly hosts?: ForeignHosts;
}

/**
 * Serves the built web app from `webDir`:
 * - the landing page at /, Terms and Privacy, the live page, and the other pages for visitors,
 * - the entry document at sign-in, and the app at every other screen's path,
 * - the offline page, which the service workers cache, and hashed files, which browsers cache forever.
 *
 * The pages contain this deployment's settings, and are filled again after an owner has changed one. Any other path
 * returns 404: as JSON below /api, as the app's 'Page Not Found' elsewhere.
 */
export async function servePages(
  app: FastifyInstance,
  webDir: string,
  settingsNow: () => PageSettings,
  forms: LandingForms,
): Promise<void> {
  const plain: Record<string, string> = { '/offline.html': 'offline.html' };
  for (const path of textPages) plain[path] = `${path.slice(1)}.html`;
  const files = new PageFiles(webDir, settingsNow);
  // Throws now if a file is missing, instead of at the first request.
  for (const file of ['landing.html', 'entry.html', 'app.html', 'live.html', ...Object.values(plain)]) files.read(file);
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/.*'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path.slice(webDir.length)));
    },
  });
  for (const [path, file] of Object.entries(plain)) {
    app.get(path, async (request, reply) => sendPage(request, reply, files.page(file)));
  }
  app.get('/', async (request, reply) => {
    const result = await zipResultOf(request, forms);
    return sendPage(request, reply, result ? files.pageWith('landing.html', result) : files.page('landing.html'));
  });
  serveWaitingForm(app, forms);
  app.get(livePagePath, async (request, reply) => {
    // The page's URL is a secret: no other site and no search index may learn it.
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    return sendPage(request, reply, files.page('live.html'));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const forPerson = request.method === 'GET' || request.method === 'HEAD';
    if (!forPerson || isBelowApi(path)) {
      return reply.code(404).send({ message: 'Not found' });
    }
    reply.code(isPage(path) ? 200 : 404);
    if (isEntryPage(path)) return sendPage(request, reply, files.page('entry.html'));
    return sendPage(request, reply, { ...files.page('app.html'), hosts: foreignHostsOf(settingsNow()) });
  });
}

/** Returns a file's `Cache-Control`. Hashed files never change. A cached service worker would delay its updates. */
export function cacheControlOf(file: string): string {
  if (/^[\\/]?assets[\\/]/.test(file)) return 'public, max-age=31536000, immutable';
  return /(driver|offline)-worker\.js/.test(file) ? 'no-cache' : 'public, max-age=3600';
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
    .header('content-security-policy', contentSecurityPolicy(page.inlineStyles, page.inlineScripts, page.hosts));
  if (request.headers['if-none-match'] === page.etag && reply.statusCode === 200) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bodies[encoding]);
}

/** Returns the origin of this deployment's map style; undefined without a map. */
export function mapOriginOf({ mapStyleUrl }: Pick<ClientSettings, 'mapStyleUrl'>): string | undefined {
  return mapStyleUrl === null ? undefined : new URL(mapStyleUrl).origin;
}

/** Returns the other hosts that the app loads from in this deployment; Stripe only with live payments. */
export function foreignHostsOf(
  settings: Pick<ClientSettings, 'mapStyleUrl' | 'testMode' | 'stripePublishableKey'>,
): ForeignHosts {
  return {
    mapOrigin: mapOriginOf(settings),
    stripe: !settings.testMode && settings.stripePublishableKey !== null,
  };
}

/** Stripe.js also opens frames on its subdomains (docs.stripe.com/security/guide). */
const stripeScripts = 'https://js.stripe.com https://*.js.stripe.com';

/** Returns a policy that allows only built-in inline code (no `unsafe-inline`) and only the deployment's own hosts. */
export function contentSecurityPolicy(
  inlineStyles: string[] = [],
  inlineScripts: string[] = [],
  { mapOrigin, stripe = false }: ForeignHosts = {},
): string {
  const maps = mapOrigin === undefined ? [] : [mapOrigin];
  return [
    "default-src 'none'",
    "object-src 'none'",
    ["script-src 'self'", ...inlineScripts, ...(stripe ? [stripeScripts] : [])].join(' '),
    ["style-src 'self'", ...inlineStyles].join(' '),
    // blob: is for a photo that the page fetched with its token or has just taken.
    ["img-src 'self' data: blob:", ...maps].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...maps, ...(stripe ? ['https://api.stripe.com'] : [])].join(' '),
    ...(stripe ? [`frame-src ${stripeScripts} https://hooks.stripe.com`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The built pages, filled in and compressed at the first request, and again after the settings change. */
class PageFiles {
  readonly #webDir: string;
  readonly #settingsNow: () => PageSettings;
  readonly #sources = new Map<string, string>();
  readonly #pages = new Map<string, { page: Page; settings: PageSettings }>();

  constructor(webDir: string, settingsNow: () => PageSettings) {
    this.#webDir = webDir;
    this.#settingsNow = settingsNow;
  }

  page(file: string): Page {
    const settings = this.#settingsNow();
    const known = this.#pages.get(file);
    if (known?.settings === settings) return known.page;
    const page = pageOf(fillPlaceholders(this.read(file), settings));
    this.#pages.set(file, { page, settings });
    return page;
  }

  /** Returns the page with the result of a form. It is made for one response, so it is compressed less. */
  pageWith(file: string, result: ZipResult): Page {
    return pageOf(fillPlaceholders(this.read(file), this.#settingsNow(), result), 4);
  }

  /** Returns the page as it was built. Throws if the file is missing. */
  read(file: string): string {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const source = readFileSync(join(this.#webDir, file), 'utf8');
    this.#sources.set(file, source);
    return source;
  }
}

function pageOf(html: string, brotliQuality = constants.BROTLI_MAX_QUALITY): Page {
  const body = Buffer.from(html);
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  return {
    bodies: { identity: body, gzip: gzipSync(body), br },
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    inlineStyles: hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/g),
    inlineScripts: hashesOf(html, /<script(?![^>]*\b(?:src|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
  };
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
}
