import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, features } from '../../contract/api.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { launchBrowser } from '../../tests/support/browser/launch-browser.ts';

let t: TestApp;
let browser: Browser;
let url: string;
beforeAll(async () => {
  t = await startTestApp({ BRAND_NAME: 'Bags & <Sons>' });
  url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await t.close();
});

describe('/api/docs', () => {
  it('shows the contract and requests nothing from another host', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(90_000);
    const requested: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}/api/docs`);
    await page.getByRole('heading', { name: 'Bags & <Sons>', exact: true }).waitFor();
    expect(await page.title()).toBe('Bags & <Sons> API');
    const contents = page.locator('aside').first();
    await contents.getByRole('link', { name: 'login' }).first().waitFor();
    const listed = (await contents.textContent()) ?? '';
    expect([...Object.keys(features), ...Object.keys(api)].filter((name) => !listed.includes(name))).toEqual([]);
    await contents.getByRole('link', { name: 'login' }).first().click();
    await page.getByText('rememberMe').first().waitFor();
    expect(requested.filter((request) => !request.startsWith(`${url}/`))).toEqual([]);
    expect(requested).toContain(`${url}/openapi.json`);
    expect(complaints).toEqual([]);
  }, 180_000);

  it('has its own content security policy and changes no other', async () => {
    const policyOf = async (path: string) => String((await t.call('GET', path)).headers['content-security-policy']);
    const docs = await policyOf('/api/docs/');
    expect(docs).toContain("style-src 'self' 'unsafe-inline'");
    expect(docs).toMatch(/script-src 'self' 'nonce-[\w+/=]+';/);
    expect(docs).toContain("default-src 'none'");
    expect(docs).not.toContain('http');
    for (const path of ['/openapi.json', '/api/doc', '/api/docs/nothing', '/healthz'])
      expect(await policyOf(path)).not.toMatch(/unsafe|nonce/);
  });

  it('returns 404 in production', async () => {
    const live = await startTestApp({ NODE_ENV: 'production' });
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js'])
      expect(await live.call('GET', path)).toMatchObject({ status: 404, body: { message: 'Not found' } });
    await live.close();
  });
});
