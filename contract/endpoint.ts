import type { z } from 'zod/mini';

/** Who may call an endpoint: anyone, anyone signed in, drivers and admins (`staff`), or one role. */
export type Access = 'public' | 'user' | 'staff' | 'customer' | 'driver' | 'admin';

/** zod's core type: checking a schema against z.ZodType compares every method and is slow. */
export type Schema = z.core.$ZodType;

/** What a browser knows of an HTTP call: enough to make it. */
interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters, as in `/api/admin/pickups/:id/assign`. */
  readonly path: string;
  readonly access: Access;
  /**
   * An admin who must still turn on two-factor sign-in may call this endpoint (ACC-75). Other calls return 409 then.
   */
  readonly beforeSecondFactor?: true;
  /** 409 for an account with two-factor sign-in that hasn't proved its second factor recently (ACC-74). */
  readonly confirmsAgain?: true;
  /** The request body is a raw file of one of these types instead of JSON. The upload must finish within `seconds`. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number; readonly seconds: number };
  /** The response is a file of one of these types instead of JSON; `response` is then `z.never()`. */
  readonly download?: { readonly types: readonly string[] };
  /**
   * The response is a stream of server-sent events, each with `response` as JSON. The first event is sent immediately.
   */
  readonly stream?: true;
}

/** The parts of an endpoint that the build leaves out of the browser's code (scripts/endpoints-plugin.mjs). */
export const serversOnly = ['params', 'query', 'body', 'response', 'errors', 'status'] as const;

/** The shapes and possible errors of a call. */
interface Shapes {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** The status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Error statuses besides 401, 403, 500 and 503, which every guarded endpoint can return. */
  readonly errors: readonly number[];
}

/** The zone whose types these are. Only `web/zone.d.ts` adds to it. */
// biome-ignore lint/suspicious/noEmptyInterface: the web's types are another program, which adds a member
export interface Zone {}
type ForZone<Server, Browser> = Zone extends { browser: true } ? Browser : Server;

/** In the browser's types, an endpoint has its shapes under this key only, which no code can read. */
declare const shapes: unique symbol;
/** An endpoint with these shapes. */
export type Shaped<S> = ForZone<S, { readonly [shapes]?: S }>;
type ShapesOf<E> = E extends { readonly [shapes]?: infer S } ? NonNullable<S> : E;
type ShapeOf<E, Name extends keyof Shapes> = ShapesOf<E> extends { readonly [N in Name]: infer S } ? S : undefined;

/** One HTTP call: route, access, shapes and possible errors. */
export type Endpoint = Route & Shaped<Shapes>;

/** Declares one endpoint. The server's route, the typed client, the OpenAPI document and the access tests use it. */
export function endpoint<
  const Method extends Route['method'],
  const Path extends string,
  const Who extends Access,
  const Rest extends Omit<Route, 'method' | 'path' | 'access'> & Shapes,
>(method: Method, path: Path, access: Who, rest: Rest) {
  type Seen = ForZone<Rest, Omit<Rest, (typeof serversOnly)[number]> & Shaped<Rest>>;
  return { method, path, access, ...rest } as { method: Method; path: Path; access: Who } & Seen;
}

type Input<S> = S extends Schema ? z.input<S> : never;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends string> = E extends { [P in K]: infer S extends Schema } ? { [P in K]: Input<S> } : unknown;

/** The caller's arguments: only the parts that the endpoint declares. */
export type CallArgs<E extends Endpoint> = Part<ShapesOf<E>, 'params'> &
  Part<ShapesOf<E>, 'query'> &
  Part<ShapesOf<E>, 'body'>;
export type CallResult<E extends Endpoint> = Output<ShapeOf<E, 'response'>>;

/** The handler's input: the parsed parts of the request. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<ShapeOf<E, 'params'>>;
  query: Output<ShapeOf<E, 'query'>>;
  body: Output<ShapeOf<E, 'body'>>;
};
/** The handler's result: the input side of the response schema, a file or a stream. */
export type HandlerResult<E extends Endpoint> = E extends { download: object }
  ? FileBytes | FileStream
  : E extends { stream: true }
    ? Subscribe<Input<ShapeOf<E, 'response'>>>
    : Input<ShapeOf<E, 'response'>>;

/** Starts sending changes to an open stream. Returns a function that stops it. */
export type Subscribe<T> = (to: StreamReceiver<T>) => () => void;

export interface StreamReceiver<T> {
  readonly send: (event: T) => void;
  /** Ends the stream. The client may open another. */
  readonly end: () => void;
}

export interface FileBytes {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The browser saves the file under this name. A file without a name is displayed. */
  readonly name?: string;
}

/** A file that is generated while it is sent. The browser saves it under `name`. */
export interface FileStream {
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly name: string;
}
