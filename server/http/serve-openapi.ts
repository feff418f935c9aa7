import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { openDoor } from './doors.ts';
import { openApiDocument } from './openapi.ts';

/**
 * Serves the OpenAPI document at /openapi.json, with an ETag. It is made and compressed at the first request and kept,
 * because both take many times as long as a response.
 */
export function serveOpenApi(app: FastifyInstance, title: string): void {
  let made: Document | undefined;
  openDoor(app, 'openApi', async (request, reply) => {
    made ??= makeDocument(title);
    reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'public, no-cache', vary: 'accept-encoding', etag: made.etag });
    if (request.headers['if-none-match']?.includes(made.etag)) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(made.bodies[encoding]);
  });
}

interface Document {
  readonly bodies: { readonly identity: Buffer; readonly gzip: Buffer; readonly br: Buffer };
  readonly etag: string;
}

function makeDocument(title: string): Document {
  const identity = Buffer.from(JSON.stringify(openApiDocument(title)));
  return {
    bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
    etag: `"${hash('sha1', identity, 'base64url')}"`,
  };
}
