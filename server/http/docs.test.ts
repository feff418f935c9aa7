import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, features } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { fieldsOf } from './docs-fields.ts';

let t: TestApp;
let page: string;
let policy: string;
beforeAll(async () => {
  t = await startTestApp({ BRAND_NAME: 'Bags & <Sons>' });
  const answer = await t.call('GET', '/api/docs');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  page = String(answer.body);
  policy = String(answer.headers['content-security-policy']);
});
afterAll(async () => await t.close());

const endpoints = Object.entries(api) as [string, Endpoint][];

function articleOf(name: string): string {
  const [, article = ''] = new RegExp(`<article id="${name}">([\\s\\S]*?)</article>`).exec(page) ?? [];
  return article;
}

describe('/api/docs', () => {
  it.each(endpoints)('has %s with its access, its fields and its refusals', (name, endpoint) => {
    const article = articleOf(name);
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    expect(article).toContain(`${endpoint.method}</span> ${path}</code>`);
    const words = { public: 'for anybody<', user: 'who is signed in<' }[endpoint.access as string];
    expect(article).toContain(words ?? `for ${endpoint.access}s<`);
    for (const status of endpoint.errors) expect(article).toContain(`<dt>${status}</dt>`);
    expect(article).toContain(`<h4>Answer, ${endpoint.status ?? 200}</h4>`);
    expect(page).toContain(`<a href="#${name}">`);
  });

  it('groups them by feature', () => {
    const groups = [...page.matchAll(/<h2 id="(\w+)">/g)].map(([, feature]) => feature);
    expect(groups.sort()).toEqual(Object.keys(features).sort());
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('says what a field is, whether it must be there, and its limits', () => {
    expect(articleOf('suggestAddresses')).toMatch(
      /<code>q<\/code><\/th><td>string<span class="soft">, 3 to 255 characters</,
    );
    expect(articleOf('login')).toMatch(
      /<code>rememberMe<\/code><\/th><td>boolean<span class="soft">, optional, default/,
    );
    expect(articleOf('completeBulk')).toContain('1 to 500 items');
    expect(articleOf('getAuthUser')).toContain('&#34;customer&#34; or &#34;driver&#34; or &#34;admin&#34;');
  });

  it('shows what is inside of lists and objects, and nothing as [object Object]', () => {
    expect(articleOf('listPickups')).toContain('<code>[].<wbr>address</code>');
    expect(articleOf('getDriverRoute')).toContain('<code>{key}.<wbr>pickups[].<wbr>address</code>');
    expect(page).not.toMatch(/\[object|undefined/);
  });

  it('keeps to the policy: nothing from elsewhere, no script, the one style let through by its hash', () => {
    expect(page).not.toMatch(/<script|<link|\ssrc=|https?:|\sstyle=/);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).not.toContain('unsafe');
    expect(page).toContain('<title>Bags &#38; &#60;Sons&#62; API</title>');
    expect(page).not.toContain('<Sons>');
  });

  it('is not there in production', async () => {
    const live = await startTestApp({ NODE_ENV: 'production' });
    expect(await live.call('GET', '/api/docs')).toMatchObject({ status: 404, body: { message: 'Not found' } });
    await live.close();
  });
});

describe('fieldsOf', () => {
  it('reads a schema that is no object as one line without a name', () => {
    expect(fieldsOf({ type: 'array', items: { type: 'string' } })).toEqual([
      { name: '', type: 'list of string', isRequired: true, limits: '' },
    ]);
  });

  it('reads choices, values and any whole number', () => {
    const count = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 20, default: 6 };
    const state = { anyOf: [{ const: 'on' }, { type: 'null' }] };
    const note = { type: ['string', 'null'], maxLength: 9 };
    expect(fieldsOf({ type: 'object', properties: { count, state, note, rest: {} }, required: ['count'] })).toEqual([
      { name: 'count', type: 'integer', isRequired: true, limits: 'at most 20, default 6' },
      { name: 'state', type: '"on" or null', isRequired: false, limits: '' },
      { name: 'note', type: 'string or null', isRequired: false, limits: 'at most 9 characters' },
      { name: 'rest', type: 'anything', isRequired: false, limits: '' },
    ]);
  });
});
