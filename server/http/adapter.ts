import { hash } from 'node:crypto';
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Api, api, type EndpointName } from '../../contract/api.ts';
import type { Endpoint, FileBytes, HandlerInput, HandlerResult, Schema } from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import type { Actor } from './actor.ts';
import { limitBody } from './body-limits.ts';

/** What a handler gets: the parsed parts of the request, who asks, and the raw request and reply for headers. */
export type Call<E extends Endpoint> = HandlerInput<E> & {
  actor: E['access'] extends 'public' ? undefined : Actor;
  /** The body of an upload. */
  file: E extends { upload: object } ? FileBytes : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};
export type Handlers = {
  [Name in EndpointName]: (call: Call<Api[Name]>) => Promise<HandlerResult<Api[Name]>>;
};

/** Finds who asks. Throws a 401 or 403 Refusal when the endpoint is not for them. */
export type Authorize = (access: Endpoint['access'], request: FastifyRequest) => Promise<Actor | undefined>;

export interface BindOptions {
  handlers: Handlers;
  authorize: Authorize;
  /** `check` parses every answer with its schema (tests); `strip` only drops unlisted fields (production, fast). */
  responses: 'strip' | 'check';
}

/** Binds every endpoint of the contract to its handler. */
export function bindContract(app: FastifyInstance, options: BindOptions): void {
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name];
    const bind = (to: FastifyInstance) => {
      bindEndpoint(to, endpoint, options.handlers[name] as AnyHandler, options);
    };
    // What an upload takes instead of JSON, no other endpoint takes: a scope of its own.
    if (endpoint.upload) void app.register(async (scope) => bind(scope));
    else bind(app);
  }
}

type AnyHandler = (call: unknown) => Promise<unknown>;

function bindEndpoint(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, options: BindOptions): void {
  if (endpoint.upload) acceptFile(app, endpoint.upload.types);
  const serialize = endpoint.download ? undefined : serializer(endpoint.response, options.responses);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes, config: { takesFile: true } }),
    // Before the body is read: a stranger's upload costs nothing.
    onRequest: async (request) => {
      request.actor = await options.authorize(endpoint.access, request);
      // On a weak signal a photo is long on its way.
      if (endpoint.upload) limitBody(app.server, request.raw, endpoint.upload.seconds * 1000);
    },
    handler: async (request, reply) => {
      const parsed = parseRequest(endpoint, request);
      const file = endpoint.upload && fileOf(request);
      const call = { ...parsed, file, actor: request.actor, request, reply };
      if (endpoint.status) reply.code(endpoint.status);
      const result = await handler(call);
      return serialize ? sendJson(request, reply, serialize(result)) : sendFile(request, reply, result as FileBytes);
    },
  });
}

/** Reads these types as bytes, and nothing else at all. The route's limit holds while they come in. */
function acceptFile(scope: FastifyInstance, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function fileOf(request: FastifyRequest): FileBytes {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Refusal(400, 'The file is empty.');
  return { type: String(request.headers['content-type']), bytes: request.body };
}

/**
 * The parsed parts. A path parameter that can name no record is a path to nothing (404); everything else that does not
 * fit is bad input (400) with one message a field.
 */
function parseRequest(endpoint: Endpoint, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  return {
    params: endpoint.params && parsePart(endpoint.params, request.params, () => new Refusal(404, 'Not found')),
    query: endpoint.query && parsePart(endpoint.query, request.query, badInput),
    body: endpoint.body && parsePart(endpoint.body, request.body ?? undefined, badInput),
  };
}

function parsePart(schema: Schema, value: unknown, refusal: (error: z.core.$ZodError) => Refusal): unknown {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw refusal(parsed.error);
  // What was parsed is no deeper than its schema; what was sent may be deep enough to overflow the stack.
  if (holdsUnstorable(parsed.data)) throw new Refusal(400, 'Please remove the invisible characters and try again.');
  return parsed.data;
}

function badInput(error: z.core.$ZodError): Refusal {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.join('.')] ??= plainly(issue.message);
  const { '': general, ...fields } = errors;
  const message = plainly(error.issues.find((issue) => issue.path.length > 0)?.message ?? 'Please send a JSON object');
  return new Refusal(400, general && Object.keys(fields).length === 0 ? 'Please send a JSON object' : message, {
    errors: fields,
  });
}

/** The library's own words, where the contract has none, are not for a person. */
function plainly(message: string): string {
  return /^(Invalid input|Invalid option|Too (small|big)|Unrecognized key)/.test(message)
    ? 'Please check what you entered.'
    : message;
}

/** PostgreSQL's text can hold neither U+0000 nor half of a surrogate pair: refuse them here instead of failing in a query. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsUnstorable);
}

/**
 * Answers a file that somebody else has sent us: as what we found it to be, shown and never run. The handler may have said how long
 * it can be kept; it is never kept for others.
 */
function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes }: FileBytes): FastifyReply {
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  reply
    .header('etag', etag)
    .header('vary', 'authorization')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Answers JSON with an ETag, and 304 where the client already has it: most of the traffic is polling. */
function sendJson(request: FastifyRequest, reply: FastifyReply, payload: string): FastifyReply {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (request.method === 'GET') {
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  }
  return reply.send(payload);
}

/** Turns a result into JSON and drops every field that the contract does not list, such as a password hash. */
function serializer(schema: Schema, mode: BindOptions['responses']): (result: unknown) => string {
  if (mode === 'check') return (result) => JSON.stringify(z.parse(schema, result));
  return fastJsonStringify(serializableSchema(schema));
}

/**
 * JSON schema for fast-json-stringify. `anyOf [X, null]` would build a validator at the first answer, which holds up everybody for
 * tens of milliseconds, and run it per value; `nullable` does not. Patterns and formats are checked in tests, not on every answer.
 */
export function serializableSchema(schema: Schema): AnySchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const [first, second] = (jsonSchema.anyOf ?? []) as { type?: string }[];
      if (jsonSchema.anyOf?.length === 2 && second?.type === 'null' && first?.type) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, first, { nullable: true });
      }
      delete jsonSchema.pattern;
      delete jsonSchema.format;
      delete jsonSchema.enum;
    },
  }) as AnySchema;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    /** Its body is a file, and what is refused of it is said of a file. */
    takesFile?: boolean;
  }
}
