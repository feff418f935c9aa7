import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveOpenApi } from './openapi.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = fastify();
  serveOpenApi(app, 'Stoop');
});
afterAll(async () => await app.close());

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/openapi.json', headers });

it('is the same document whatever the encoding, and a fraction of its size', async () => {
  const plain = await get();
  expect(plain.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Stoop' } });
  const [gzip, br] = [await get({ 'accept-encoding': 'gzip' }), await get({ 'accept-encoding': 'gzip, br' })];
  expect([gzip.headers['content-encoding'], br.headers['content-encoding']]).toEqual(['gzip', 'br']);
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

it('is 304 for a client that has it', async () => {
  const etag = String((await get()).headers.etag);
  expect(await get({ 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});
