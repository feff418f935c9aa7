import type { z } from 'zod/mini';

/** Who may call an endpoint: anybody, anybody signed in, or one role. */
export type Access = 'public' | 'user' | 'customer' | 'driver' | 'admin';

/** The core type: checking a schema against z.ZodType compares every method and is slow. */
export type Schema = z.core.$ZodType;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters as in `/api/admin/pickups/:id/assign`. */
  readonly path: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Takes a file as its raw body instead of JSON; its content type is one of these, and it has so long to arrive. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number; readonly seconds: number };
  /** Answers a file of one of these types instead of JSON; `response` is then never. */
  readonly download?: { readonly types: readonly string[] };
  readonly response: Schema;
  /** Status of the success, 200 unless said otherwise. */
  readonly status?: 200 | 201 | 204;
  /** The refusals that the endpoint can answer beside 401, 403, 500 and 503, which every guarded endpoint can. */
  readonly errors: readonly number[];
}

/** Declares one call. The server's route, the typed client call, the OpenAPI document and the role walk come from it. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Input<S> = S extends Schema ? z.input<S> : never;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends string> = E extends { [P in K]: infer S extends Schema } ? { [P in K]: Input<S> } : unknown;

/** What the caller must give: only the parts that the endpoint declares. */
export type CallArgs<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
export type CallResult<E extends Endpoint> = z.output<E['response']>;

/** What the handler gets: parsed parts. What it returns: the input side of the response. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
};
export type HandlerResult<E extends Endpoint> = E extends { download: object } ? FileBytes : z.input<E['response']>;

/** A file on its way in or out. */
export interface FileBytes {
  readonly type: string;
  readonly bytes: Uint8Array;
}
