import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { doors, openDoor } from './doors.ts';
import { contentSecurityPolicy } from './pages.ts';

/** Serves `/api/docs`: the OpenAPI document as a page for API developers. Development only. */
export function serveDocs(app: FastifyInstance, title: string): void {
  const nonce = randomBytes(16).toString('base64');
  // The page's styles are inline. It loads only from our server: its fonts, telemetry and assistants are turned off.
  const policy = contentSecurityPolicy(["'unsafe-inline'"], [`'nonce-${nonce}'`]);
  let pages: Promise<FastifyInstance> | undefined;
  for (const door of ['apiDocs', 'apiDocsScript'] as const) {
    openDoor(app, door, async (request, reply) => {
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
    routePrefix: doors.apiDocs.path,
    configuration: {
      url: doors.openApi.path,
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
