import type { z } from 'zod/mini';

/** Who may call an endpoint: anyone, anyone signed in, drivers and admins (`staff`), or one role. */
export type Access = 'public' | 'user' | 'staff' | 'customer' | 'driver' | 'admin';

/** zod's core type, because checking a schema against z.ZodType compares every method and is slow. */
export type Schema = z.core.$ZodType;

/** One HTTP call: route, access, shapes and possible errors. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters as in `/api/admin/pickups/:id/assign`. */
  readonly path: string;
  readonly access: Access;
  /** Can be called by an admin who still has to turn on two-factor sign-in (ACC-75). Other calls are then 409. */
  readonly beforeSecondFactor?: true;
  /** 409 for an account with two-factor sign-in that hasn't proved its second factor lately (ACC-74). */
  readonly confirmsAgain?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The request body is a raw file of one of these types instead of JSON. The upload must finish within `seconds`. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number; readonly seconds: number };
  /** The response is a file of one of these types instead of JSON; `response` is then never. */
  readonly download?: { readonly types: readonly string[] };
  /** The response is a stream of server-sent events, each of which has `response` as JSON. The first is sent at the start. */
  readonly stream?: true;
  readonly response: Schema;
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Error statuses besides 401, 403, 500 and 503, which every guarded endpoint can return. */
  readonly errors: readonly number[];
}

/** Declares one call. The server's route, the typed client, the OpenAPI document and the access tests use it. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Who extends Access,
  const Rest extends Omit<Endpoint, 'method' | 'path' | 'access'>,
>(method: Method, path: Path, access: Who, rest: Rest): { method: Method; path: Path; access: Who } & Rest {
  return { method, path, access, ...rest };
}

type Input<S> = S extends Schema ? z.input<S> : never;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends string> = E extends { [P in K]: infer S extends Schema } ? { [P in K]: Input<S> } : unknown;

/** What the caller must pass: only the parts that the endpoint declares. */
export type CallArgs<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
export type CallResult<E extends Endpoint> = z.output<E['response']>;

/** What the handler receives: the parsed parts. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};
/** What the handler returns: the input side of the response schema. */
export type HandlerResult<E extends Endpoint> = E extends { download: object }
  ? FileBytes
  : E extends { stream: true }
    ? Subscribe<z.input<E['response']>>
    : z.input<E['response']>;

/** Starts sending what has changed to an open stream. Returns what stops it. */
export type Subscribe<T> = (to: StreamReceiver<T>) => () => void;

export interface StreamReceiver<T> {
  readonly send: (event: T) => void;
  /** Ends the stream. The client may open another. */
  readonly end: () => void;
}

export interface FileBytes {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Saved by the browser under this name. Without one it is displayed. */
  readonly name?: string;
}
