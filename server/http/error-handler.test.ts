import fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleErrors } from './error-handler.ts';

/** Returns the response to a request whose query failed with this code, in this routine of PostgreSQL. */
async function respondTo(code: string, routine?: string) {
  const app = fastify();
  handleErrors(app);
  app.get('/', async () => {
    throw Object.assign(new Error('could not extend file "base/5/1259"'), { code, ...(routine && { routine }) });
  });
  return await app.inject('/');
}

it.each([
  ['53100', 'the disk is full'],
  ['53200', 'the memory is full'],
  ['58030', 'the disk fails'],
  ['25006', 'the server is read-only after a failover'],
  ['57014', 'a statement took too long'],
  ['57P01', 'the server is stopping'],
  ['08006', 'the connection failed'],
  ['08P01', 'the pooler has lost the server'],
  ['ETIMEDOUT', 'the database is silent'],
])('returns 503 for %s: %s', async (code) => {
  const response = await respondTo(code);
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBeDefined();
  expect(response.json()).toEqual({ message: expect.stringContaining('back in a moment'), code: 'unavailable' });
});

it.each(['23505', '42601', '08P01'])('returns 500 for %s, which is our mistake', async (code) => {
  const response = await respondTo(code, 'exec_bind_message');
  expect([response.statusCode, response.json()]).toEqual([500, { message: expect.any(String) }]);
});
