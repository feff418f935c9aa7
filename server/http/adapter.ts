import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Role } from '../../contract/accounts.ts';
import { type Api, api, type EndpointName } from '../../contract/api.ts';
import type {
  Endpoint,
  FileBytes,
  FileStream,
  HandlerInput,
  HandlerResult,
  Schema,
  Subscribe,
} from '../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';
import { limitBody } from './body-limits.ts';
import { EventStreams } from './event-streams.ts';

/** The signed-in user of a request, with the role read from the database for this request. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  /** Identifies the session, so that a password change can keep the caller signed in. */
  readonly sid: string;
}

/** What a handler receives: the parsed parts of the request, the caller, and the raw request and reply for headers. */
export type Call<E extends Endpoint> = HandlerInput<E> & {
  actor: E['access'] extends 'public' ? undefined : Actor;
  /** The uploaded file, if the endpoint takes one. */
  file: E extends { upload: object } ? FileBytes : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};
/** A handler for each endpoint of the contract. */
export type Handlers = {
  [Name in EndpointName]: (call: Call<Api[Name]>) => Promise<HandlerResult<Api[Name]>>;
};

/** Identifies the caller. Throws 401, 403 or 409 (a second factor is missing) when they may not use the endpoint. */
export type Authorize = (
  endpoint: Pick<Endpoint, 'access' | 'beforeSecondFactor' | 'confirmsAgain'>,
  request: FastifyRequest,
) => Promise<Actor | undefined>;

export interface BindOptions {
  handlers: Handlers;
  authorize: Authorize;
  /** `check` parses every response with its schema (tests); `strip` only drops unlisted fields (production, fast). */
  responses: 'strip' | 'check';
}

/** Binds every endpoint of the contract to its handler. */
export function bindContract(app: FastifyInstance, options: BindOptions): void {
  const streams = new EventStreams(app);
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name];
    const bind = (to: FastifyInstance) => {
      bindEndpoint(to, endpoint, options.handlers[name] as AnyHandler, { ...options, streams });
    };
    // Own scope, because only this endpoint accepts a raw file.
    if (endpoint.upload) void app.register(async (scope) => bind(scope));
    else bind(app);
  }
}

type AnyHandler = (call: unknown) => Promise<unknown>;

function bindEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: AnyHandler,
  options: BindOptions & { streams: EventStreams },
): void {
  if (endpoint.upload) acceptFile(app, endpoint.upload.types);
  const serialize = endpoint.download ? undefined : serializer(endpoint.response, options.responses);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes, config: { takesFile: true } }),
    ...(endpoint.stream && { config: { isStream: true } }),
    // Before the body is read, so that an unauthorized upload costs nothing.
    onRequest: async (request) => {
      request.actor = await options.authorize(endpoint, request);
      // A photo uploads slowly on a weak signal.
      if (endpoint.upload) limitBody(app.server, request.raw, endpoint.upload.seconds * 1000);
    },
    handler: async (request, reply) => {
      const parsed = parseRequest(endpoint, request);
      const file = endpoint.upload && fileOf(request);
      const call = { ...parsed, file, actor: request.actor, request, reply };
      if (endpoint.status) reply.code(endpoint.status);
      const result = await handler(call);
      if (endpoint.status === 204) return reply.send();
      if (!serialize) return sendFile(request, reply, result as FileBytes | FileStream);
      if (endpoint.stream) return options.streams.open(reply, result as Subscribe<unknown>, serialize);
      return sendJson(request, reply, serialize(result));
    },
  });
}

/** Accepts only these content types, as bytes, up to the route's limit. */
function acceptFile(scope: FastifyInstance, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function fileOf(request: FastifyRequest): FileBytes {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Refusal(400, 'The file is empty.');
  return { type: String(request.headers['content-type']), bytes: request.body };
}

/**
 * Parses the parts of a request. Throws 404 for a path parameter that can't identify a record, and 400 with one message
 * per field for any other invalid input.
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
  // Parsed data is no deeper than its schema; the raw input may be deep enough to overflow the stack.
  if (hasUnstorableText(parsed.data)) throw new Refusal(400, 'Please remove the invisible characters and try again.');
  return parsed.data;
}

function badInput(error: z.core.$ZodError): Refusal {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.join('.')] ??= readableMessage(issue.message);
  const { '': general, ...fields } = errors;
  const message = readableMessage(
    error.issues.find((issue) => issue.path.length > 0)?.message ?? 'Please send a JSON object',
  );
  return new Refusal(400, general && Object.keys(fields).length === 0 ? 'Please send a JSON object' : message, {
    errors: fields,
  });
}

/** Hides the validation library's own messages, which aren't meant for people. */
function readableMessage(message: string): string {
  return /^(Invalid input|Invalid option|Too (small|big)|Unrecognized key)/.test(message)
    ? 'Please check what you entered.'
    : message;
}

/** PostgreSQL can store neither U+0000 nor half of a surrogate pair. Rejected here, or the query would fail. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}

/** For a file that is opened directly: nothing in it runs or loads, and it can't be framed. */
const fileSecurityPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sends a file that a user uploaded, or one to be saved. The browser may display it with our content type, but not run it. The
 * handler may set how long it can be cached; shared caches never store it.
 */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileBytes | FileStream): FastifyReply {
  if ('chunks' in file || file.name !== undefined) {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-security-policy', fileSecurityPolicy);
    return reply.type(file.type).send('chunks' in file ? streamOf(file) : bufferOf(file));
  }
  const { type, bytes } = file;
  const etag = `"${hash('sha1', bytes, 'base64url')}"`;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  reply
    .header('etag', etag)
    .header('vary', 'authorization')
    .header('x-content-type-options', 'nosniff')
    // The name is ours; uploads don't carry a name.
    .header('content-disposition', `inline; filename="photo.${type.slice(type.indexOf('/') + 1)}"`)
    .header('content-security-policy', fileSecurityPolicy);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(bufferOf(file));
}

function bufferOf({ bytes }: FileBytes): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** An error while sending closes the connection, so that nobody mistakes a part for the whole file. */
function streamOf({ chunks }: FileStream): Readable {
  return chunks instanceof Readable ? chunks : Readable.from(chunks);
}

/** Sends JSON with an ETag, or 304 if the client already has it: most of the traffic is polling. */
function sendJson(request: FastifyRequest, reply: FastifyReply, payload: string): FastifyReply {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (request.method === 'GET') {
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.header('cache-control', 'private, no-cache').header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  }
  return reply.send(payload);
}

/** Serializes a result and drops every field that the contract doesn't list, such as a password hash. */
function serializer(schema: Schema, mode: BindOptions['responses']): (result: unknown) => string {
  if (mode === 'check') return (result) => JSON.stringify(z.parse(schema, result));
  const stringify = fastJsonStringify(serializableSchema(schema));
  const texts = new WeakMap<object, string>();
  return (result) => {
    // A handler may return the same frozen result again; it is serialized once.
    if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return stringify(result);
    const text = texts.get(result) ?? stringify(result);
    texts.set(result, text);
    return text;
  };
}

/**
 * JSON schema for fast-json-stringify. `anyOf [X, null]` would build a validator on the first response, which blocks
 * the process for tens of milliseconds, and run it per value; `nullable` doesn't. Patterns and formats are checked in
 * tests, not on every response.
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
    /** The body is a file, so its error messages name a file. */
    takesFile?: boolean;
    /** It stays open for minutes, so its duration says nothing. */
    isStream?: boolean;
  }
}
