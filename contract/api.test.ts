import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

it('has every endpoint that a contract file exports', async () => {
  const folder = import.meta.dirname;
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'api.ts'] });
  const exported: [string, unknown][] = [];
  for (const file of files) exported.push(...Object.entries<unknown>(await import(join(folder, file))));
  const endpoints = exported.filter(([, each]) => each instanceof Object && 'method' in each && 'path' in each);
  expect(endpoints.length).toBeGreaterThan(200);
  const listed = Object.values(api) as unknown[];
  expect(endpoints.filter(([, each]) => !listed.includes(each)).map(([name]) => name)).toEqual([]);
});

/** Returns the texts of a body or a query that are addresses, by name: "createPickup address". */
function addressesOf(name: string, schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.ZodMiniObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([key, part]) => addressesOf(`${name} ${key}`, part));
  }
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  if (innerType) return addressesOf(name, innerType);
  return /address$/i.test(name) && schema instanceof z.ZodMiniString ? [[name, schema]] : [];
}

const addresses = (Object.entries(api) as [string, Endpoint][]).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((input) => (input ? addressesOf(name, input) : [])),
);

it('takes addresses', () => {
  expect(addresses.map(([name]) => name)).toContain('createPaymentIntent booking address');
});

it.each(addresses)('%s refuses characters that nobody sees', (_name, schema) => {
  const takes = (text: string) => z.safeParse(schema, text).success;
  expect(takes('5 Elm St, Philadelphia, PA 19147')).toBe(true);
  expect(['5 Elm\u0007 St', '5 Elm St\u202E', '5 Elm\nSt', '5\u200B Elm St'].filter(takes)).toEqual([]);
});
