import { describe, expect, it } from 'vitest';
import { cacheControlOf, contentSecurityPolicy, foreignHostsOf, mapOriginOf } from './pages.ts';

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
    for (const file of ['/driver-worker.js', '/driver-worker.js.br']) expect(cacheControlOf(file)).toBe('no-cache');
    expect(cacheControlOf('/icon-192.png')).toBe('public, max-age=3600');
  });
});
