import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { refuseWrongMethods } from './known-paths.ts';
import { cacheControlOf, contentSecurityPolicy, foreignHostsOf, mapOriginOf, servePages } from './pages.ts';

const sourcesOf = (policy: string, directive: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1);

describe('contentSecurityPolicy', () => {
  it('allows images that the page fetched, and no other host', () => {
    const policy = contentSecurityPolicy();
    expect(sourcesOf(policy, 'img-src')).toEqual(["'self'", 'data:', 'blob:']);
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'"]);
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
  });

  it("allows only data and images of the deployment's map host", () => {
    const mapOrigin = mapOriginOf({ mapStyleUrl: 'https://maps.example:8443/styles/streets.json?key=letters' });
    const policy = contentSecurityPolicy([], [], { mapOrigin });
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'", 'https://maps.example:8443']);
    expect(sourcesOf(policy, 'img-src')).toContain('https://maps.example:8443');
    expect(policy.match(/maps\.example/g)).toHaveLength(2);
  });

  it('allows Stripe only with live payments', () => {
    const live = { mapStyleUrl: null, testMode: false, stripePublishableKey: 'pk_live_1' };
    const policy = contentSecurityPolicy([], [], foreignHostsOf(live));
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", ...scripts]);
    expect(sourcesOf(policy, 'frame-src')).toEqual([...scripts, 'https://hooks.stripe.com']);
    expect(sourcesOf(policy, 'connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
    for (const closed of [
      { ...live, testMode: true },
      { ...live, stripePublishableKey: null },
    ]) {
      expect(contentSecurityPolicy([], [], foreignHostsOf(closed))).toBe(contentSecurityPolicy());
    }
  });

  it('has no map without a setting', () => expect(mapOriginOf({ mapStyleUrl: null })).toBeUndefined());
});

describe('cacheControlOf', () => {
  it('caches hashed files forever and revalidates the service worker', () => {
    expect(cacheControlOf('/assets/app-BHznV1gd.js')).toBe('public, max-age=31536000, immutable');
    for (const file of ['/driver-worker.js', '/driver-worker.js.br', '/offline-worker.js'])
      expect(cacheControlOf(file), file).toBe('no-cache');
    expect(cacheControlOf('/icon-192.png')).toBe('public, max-age=3600');
  });
});

describe('servePages', () => {
  let app: FastifyInstance;
  let webDir: string;
  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'stoop-pages-'));
    for (const name of ['landing', 'entry', 'app', 'privacy'])
      await writeFile(join(webDir, `${name}.html`), `<h1>${name}</h1>`);
    const terms = '<p>__TERMS_AFTER_CUTOFF__ __SAME_DAY__ __CARD_DATA__ __ADDRESS_DATA__</p>';
    await writeFile(join(webDir, 'terms.html'), terms);
    const phone = '<a href="__SUPPORT_PHONE_HREF__">__SUPPORT_PHONE__</a>';
    await writeFile(join(webDir, 'offline.html'), `<style>a{}</style>${phone}<script>retry()</script>`);
    app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
    handleErrors(app);
    refuseWrongMethods(app, { hasPages: true });
    await servePages(app, webDir, {
      ...{
        brandName: 'Stoop',
        supportPhone: '(215) 555-0107',
        supportEmail: '',
        stripePublishableKey: null,
        testMode: true,
      },
      ...{ addressLookup: false, mapStyleUrl: null, noCardIsCharged: false, sameDayCutoff: null },
      changeCutoff: '18:00',
      lateRefundPercent: 50,
      geocoder: 'census',
      ...{ incompletePhoto: 'off', pushPublicKey: null },
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(webDir, { recursive: true });
  });

  it.each(['/api', '/api/none', '/API/none', '/Api', '/%61pi/none', '/%41PI/', '//api/none', '/api%2Fnone'])(
    'returns 404 as JSON for %s',
    async (url) => {
      const response = await app.inject(url);
      expect([response.statusCode, response.json()]).toEqual([404, { message: 'Not found' }]);
    },
  );

  it.each([
    ['/', 200],
    ['/login', 200],
    ['/offline.html', 200],
    ['/terms', 200],
    ['/privacy/', 200],
    ['/admin/anything', 200],
    ['/apiary', 404],
    ['/none', 404],
  ])('serves a page at %s with %i', async (url, status) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('text/html');
  });

  it.each([
    ['/login', 'entry'],
    ['/reset-password/', 'entry'],
    ['/driver', 'app'],
    ['/none', 'app'],
  ])('serves %s with the %s document', async (url, name) => {
    expect((await app.inject(url)).body).toBe(`<h1>${name}</h1>`);
  });

  it('lets the service workers cache the offline page, with its own code allowed and the support phone filled in', async () => {
    const { headers, body } = await app.inject('/offline.html');
    expect(headers['cache-control']).toBe('no-cache');
    expect(sourcesOf(String(headers['content-security-policy']), 'script-src')?.[1]).toMatch(/^'sha256-/);
    expect(sourcesOf(String(headers['content-security-policy']), 'style-src')?.[1]).toMatch(/^'sha256-/);
    expect(body).toContain('<a href="tel:+12155550107">(215) 555-0107</a>');
  });

  it.each(['/', '/offline.html', '/terms', '/login', '/login/', '/admin/anything'])(
    'returns 405 with Allow for a POST to %s',
    async (url) => {
      const response = await app.inject({ method: 'POST', url });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );
});
