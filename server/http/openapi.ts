import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { api, features } from '../../contract/api.ts';
import type { Endpoint, Schema } from '../../contract/endpoint.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { openDoor } from './doors.ts';

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

/** Returns the OpenAPI 3.1 document of the contract. */
export function openApiDocument(title: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: about },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

const about = `JSON both ways. A signed-in user sends \`Authorization: Bearer …\` with the token that signing in returned.
Fields that are not listed are ignored. Every refusal has the body \`{"message": …, "code"?: …, "errors"?: {field: message}}\`.`;

const accessWords: Record<Endpoint['access'], string> = {
  public: 'For anyone.',
  user: 'For any signed-in user.',
  staff: 'For drivers and admins.',
  customer: 'For customers.',
  driver: 'For drivers.',
  admin: 'For admins.',
};

const refusalWords: Record<number, string> = {
  400: 'Invalid input, with one message per field',
  401: 'No session, or an expired one',
  402: 'The card was declined',
  403: 'Signed in with another role',
  404: 'Not found, or not yours',
  409: 'Not allowed in the current state, or another request won the race',
  413: 'The file is too large',
  415: 'This type of file is not accepted',
  422: 'The data for this is missing',
  429: 'Too many requests; Retry-After says how long to wait',
  500: 'An internal error',
  503: 'Busy, or a service we need is unavailable; try again',
};

function operation(operationId: string, endpoint: Endpoint): object {
  const everywhere = endpoint.access === 'public' ? [500, 503] : [401, 403, 500, 503];
  const needsFactor = ['user', 'staff', 'admin'].includes(endpoint.access) && !endpoint.beforeSecondFactor;
  const refusals = [...new Set([...endpoint.errors, ...everywhere, ...(needsFactor ? [409] : [])])].sort();
  return {
    operationId,
    summary: operationId,
    description: accessWords[endpoint.access],
    tags: [featureOf(endpoint)],
    ...(endpoint.access !== 'public' && { security: [{ bearer: [] }], 'x-access': endpoint.access }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && { requestBody: { content: json(schemaOf(endpoint.body, 'input')) } }),
    ...(endpoint.upload && { requestBody: { content: files(endpoint.upload.types), required: true } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        ...(endpoint.status !== 204 && {
          content: endpoint.download
            ? files(endpoint.download.types)
            : {
                [endpoint.stream ? 'text/event-stream' : 'application/json']: {
                  schema: schemaOf(endpoint.response, 'output'),
                },
              },
        }),
      },
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          { description: refusalWords[status] ?? 'Refused', content: json(schemaOf(ErrorBody, 'output')) },
        ]),
      ),
    },
  };
}

/** Returns the name of the contract file that declares the endpoint. */
function featureOf(endpoint: Endpoint): string {
  const found = Object.entries(features).find(([, file]) => Object.values<unknown>(file).includes(endpoint));
  return found?.[0] ?? 'other';
}

function parameters(schema: Schema | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

function schemaOf(schema: Schema, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

function files(types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}
