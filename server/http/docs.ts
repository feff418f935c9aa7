import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { contentSecurityPolicy } from './pages.ts';

/** `/api/docs`: the contract as a readable page, for whoever builds on it. Not served in production. */
export function serveDocs(app: FastifyInstance, title: string): void {
  const styleHash = `'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`;
  let page: string | undefined;
  app.get('/api/docs', async (_request, reply) => {
    page ??= docsPage(title);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy([styleHash]))
      .send(page);
  });
}
