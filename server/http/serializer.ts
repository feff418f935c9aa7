import fastJsonStringify, { type AnySchema } from 'fast-json-stringify';
import { z } from 'zod';
import type { Schema } from '../../contract/endpoint.ts';

/** `check` parses every response with its schema (tests). `strip` only drops unlisted fields (production, faster). */
export type ResponseMode = 'strip' | 'check';

/** Returns a function that serializes a result. It drops what the contract doesn't list, such as a password hash. */
export function serializer(schema: Schema, mode: ResponseMode): (result: unknown) => string {
  if (mode === 'check') return (result) => JSON.stringify(z.parse(schema, result));
  const stringify = fastJsonStringify(serializableSchema(schema));
  const texts = new WeakMap<object, string>();
  return (result) => {
    // A handler may return the same frozen result again; its text is cached.
    if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return stringify(result);
    const text = texts.get(result) ?? stringify(result);
    texts.set(result, text);
    return text;
  };
}

/**
 * Returns the JSON schema for fast-json-stringify. `anyOf [X, null]` would build a validator on the first response,
 * which blocks the process for tens of milliseconds, and run it for every value; `nullable` doesn't. Patterns and
 * formats are checked in tests, not on every response.
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
