import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './pages.ts';

const path = '/api/docs';

/** Serves `/api/docs`: the OpenAPI document as a page for API developers. Development only. */
export function serveDocs(app: FastifyInstance, title: string): void {
  const nonce = randomBytes(16).toString('base64');
  // The page's styles are inline. It loads only from our server: its fonts, telemetry and assistants are turned off.
  const policy = contentSecurityPolicy(["'unsafe-inline'"], [`'nonce-${nonce}'`]);
  let pages: Promise<FastifyInstance> | undefined;
  for (const url of [path, `${path}/js/scalar.js`]) {
    app.get(url, async (request, reply) => {
      pages ??= loadPages(title, nonce);
      const { statusCode, headers, rawPayload } = await (await pages).inject(request.url);
      return reply.code(statusCode).headers(headers).header('content-security-policy', policy).send(rawPayload);
    });
  }
}

/** Loads the page in its own app on the first request: the package takes memory and isn't installed in production. */
async function loadPages(title: string, nonce: string): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const pages = fastify();
  await pages.register(apiReference, {
    routePrefix: path,
    configuration: {
      url: '/openapi.json',
      pageTitle: `${title} API`,
      nonce,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultOpenAllTags: true,
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  });
  return pages;
}
