import diagnostics from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../../contract/api.ts';
import { makeAdmin } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { doors } from './doors.ts';

const all = Object.entries(doors).map(([name, door]) => ({ name, ...door }));
/** The landing page's form comes with the built pages, which this app doesn't serve. */
const opened = all.filter(({ name }) => name !== 'waitingForm');
const routes: string[] = [];

let t: TestApp;
let token: string;
beforeAll(async () => {
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') routes.push(`${method} ${url}`);
    });
  };
  diagnostics.subscribe('fastify.initialization', listen);
  t = await startTestApp({
    STRIPE_PUBLISHABLE_KEY: 'pk_test_letters',
    STRIPE_SECRET_KEY: 'sk_test_letters',
    STRIPE_WEBHOOK_SECRET: 'whsec_letters',
    TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
    TWILIO_AUTH_TOKEN: '0a'.repeat(16),
    TWILIO_FROM: '+12155550107',
    METRICS_TOKEN: 'letters',
  });
  await t.app.ready();
  diagnostics.unsubscribe('fastify.initialization', listen);
  token = (await makeAdmin(t)).token;
});
afterAll(async () => await t.close());

describe('the doors beside the contract', () => {
  it('are all routes that are no endpoints', () => {
    const endpoints = Object.values(api).map(({ method, path }) => `${method} ${path}`);
    const declared = opened.map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !endpoints.includes(route)).toSorted()).toEqual(declared.toSorted());
  });

  it.each(opened.filter(({ name }) => !name.startsWith('apiDocs')))(
    '$path opens for its own proof only',
    async ({ method, path, proof }) => {
      const url = path.replace(':token', 'none');
      for (const given of [undefined, token]) {
        const { status } = await t.call(method, url, {
          headers: method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
          token: given,
        });
        if (proof) expect(status).toBe(proof[1]);
        else expect(status).toBeLessThan(400);
      }
    },
  );

  it('stand in docs/security.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
    const rows = all.map(({ method, path, caller, proof: [by, otherwise] = ['none', ''] }) =>
      `| \`${method} ${path}\` | ${caller} | ${by} | ${otherwise} |`.replace('|  |', '| |'),
    );
    const table = page.split('| door | caller | proof | without it |\n|---|---|---|---|\n')[1]?.split('\n\n')[0];
    expect(table?.split('\n')).toEqual(rows);
  });
});
