import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../contract/accounts.ts';
import { type Api, api, type EndpointName } from '../../contract/api.ts';
import type {
  Endpoint,
  FileBytes,
  FileStream,
  HandlerInput,
  HandlerResult,
  Subscribe,
} from '../../contract/endpoint.ts';
import { limitBody } from './body-limits.ts';
import { EventStreams, type ListWorking } from './event-streams.ts';
import { acceptBytes, fileOf, parseRequest } from './parse-request.ts';
import { sendFile, sendJson } from './send-result.ts';
import { type ResponseMode, serializer } from './serializer.ts';

/** The signed-in user of a request, with the role read from the database for this request. */
export interface Actor {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  /** Identifies the session, so that a password change can keep the caller signed in. */
  readonly sid: string;
}

/** A handler's argument: the parsed parts of the request, the caller, and the raw request and reply for headers. */
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

/**
 * Returns the caller; undefined for a public endpoint. Throws a 401 or 403 Refusal when they may not use the endpoint,
 * and a 409 Refusal when a second factor is missing.
 */
export type Authorize = (
  endpoint: Pick<Endpoint, 'access' | 'beforeSecondFactor' | 'confirmsAgain'>,
  request: FastifyRequest,
) => Promise<Actor | undefined>;

export interface BindOptions {
  handlers: Handlers;
  authorize: Authorize;
  /** Checks the sessions of open streams again. */
  listWorking: ListWorking;
  responses: ResponseMode;
}

/** Binds every endpoint of the contract to its handler. */
export function bindContract(app: FastifyInstance, options: BindOptions): void {
  const streams = new EventStreams(app, options.listWorking);
  for (const name of Object.keys(api) as EndpointName[]) {
    const endpoint: Endpoint = api[name];
    const bind = (to: FastifyInstance) => {
      bindEndpoint(to, endpoint, options.handlers[name] as AnyHandler, { ...options, streams });
    };
    // An upload is bound in its own scope, because only this endpoint accepts a raw file.
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
  if (endpoint.upload) acceptBytes(app, endpoint.upload.types);
  const serialize = endpoint.download ? undefined : serializer(endpoint.response, options.responses);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes, config: { takesFile: true } }),
    ...(endpoint.stream && { config: { isStream: true } }),
    // This runs before the body is read, so that an unauthorized upload costs nothing.
    onRequest: async (request) => {
      request.actor = await options.authorize(endpoint, request);
      // An upload gets more time, because a weak signal is slow.
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
      if (endpoint.stream) {
        const path = `${endpoint.path} ${JSON.stringify(parsed.params)}`;
        const holder = { account: request.actor, address: request.ip, path };
        return options.streams.open(reply, holder, result as Subscribe<unknown>, serialize);
      }
      return await sendJson(request, reply, serialize(result));
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    /** The request's body is a file, so its error messages name a file. */
    takesFile?: boolean;
    /** The response stays open for minutes, so its duration isn't measured. */
    isStream?: boolean;
  }
}
