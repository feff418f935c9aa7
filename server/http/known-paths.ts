import type { FastifyInstance } from 'fastify';
import { isPage } from '../../contract/pages.ts';
import { Refusal } from '../refusal.ts';

/** Responds 405 with `Allow` to a known path with another method, before the body is read. */
export function refuseWrongMethods(app: FastifyInstance, { hasPages }: { hasPages: boolean }): void {
  const routes: { url: string; methods: string[] }[] = [];
  // This hook is added before any route, so that it sees all of them.
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, methods: [method].flat() });
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = pathOf(request.url);
    const allowed = routes.filter(({ url }) => leadsTo(url, path)).flatMap(({ methods }) => methods);
    if (hasPages && isPage(path)) allowed.push('GET', 'HEAD');
    if (allowed.length === 0 || allowed.includes(request.method)) return done();
    reply.header('allow', [...new Set(allowed)].sort().join(', '));
    done(new Refusal(405, 'This method is not allowed here'));
  });
}

/** Returns the path of a URL as routes see it: decoded, without a trailing slash. */
export function pathOf(url: string): string {
  const path = decode(url.split(/[?#]/)[0] ?? '/');
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

/** Returns whether a path belongs to the API, whose errors are JSON. Unlike routes, this ignores case. */
export function isBelowApi(path: string): boolean {
  return /^\/+api(\/|%2f|$)/i.test(path);
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns whether a route such as '/api/pickups/:id' matches a path such as '/api/pickups/7'. */
function leadsTo(route: string, path: string): boolean {
  const [parts, given] = [route.split('/'), path.split('/')];
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}
