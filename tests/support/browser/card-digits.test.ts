import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { expectNoCardDigits, findCardDigits, takeSeenCardDigits } from './card-digits.ts';
import { launchBrowser } from './launch-browser.ts';

/** Tests that the check of every story finds card numbers and nothing else. */

const grouped = (number: string, by: string) => number.replace(/(\d{4})(?=\d)/g, `$1${by}`);

it('finds card numbers as people, forms and programs write them', () => {
  for (const { number } of Object.values(testCards)) {
    for (const written of [number, grouped(number, ' '), grouped(number, '-')]) {
      expect(findCardDigits(`{"number":"${written}"}`), written).toEqual([written]);
      expect(findCardDigits(`card=${written}&cvc=123`), written).toEqual([written]);
      expect(findCardDigits(`Pat paid with ${written}, she said.`), written).toEqual([written]);
    }
  }
  const others = ['378282246310005', '3782 822463 10005', '5555555555554444', '2223003122003222', '4222222222222'];
  for (const number of [...others, '6011111111111117', '30569309025904', '6205500000000000004']) {
    expect(findCardDigits(number), number).toEqual([number]);
  }
});

it('ignores other numbers', () => {
  const harmless = [
    '4242424242424241',
    `"time":${Date.now()},"responseTime":4.242424242424242`,
    '"lat":39.93572180649011,"lng":-75.15821234567890',
    '(215) 555-0142, PA 19147-1234',
    '2026-11-21 18:04:12.123',
    'pi_4242424242424242_secret_1',
    'a4242424242424242',
    '42424242424242424242',
    'Visa ending in 4242',
    '12/34 123 19147',
  ];
  for (const text of harmless) expect(findCardDigits(text), text).toEqual([]);
  for (let count = 0; count < 20_000; count += 1) expect(findCardDigits(`/api/pickups/${randomUUID()}`)).toEqual([]);
  expect(findCardDigits('42424242-4242-4242-a242-424242424242')).toEqual([]);
});

it("checks the address, headers and body of each browser's requests", { timeout: 60_000 }, async () => {
  const server = createServer((_, response) => response.end('<!doctype html><title>A page</title>')).listen(0);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const page = await context.newPage();
    await page.goto('/');
    expect(takeSeenCardDigits()).toEqual([]);
    await page.evaluate(async () => {
      const number = '4242 4242 4242 4242';
      await fetch(`/a?card=${encodeURIComponent(number)}`);
      await fetch('/b', { headers: { 'x-note': number } });
      await fetch('/c', { method: 'POST', body: JSON.stringify({ number }) });
      await fetch('/d', { method: 'POST', body: new URLSearchParams({ number }) });
      await fetch('/e', { method: 'POST', body: JSON.stringify({ number: number.slice(-4) }) });
    });
    expect(takeSeenCardDigits()).toEqual(['GET /a (address)', 'GET /b (headers)', 'POST /c (body)', 'POST /d (body)']);
    await page.evaluate(() => fetch('/a?card=4242424242424242'));
    expect(expectNoCardDigits).toThrow('GET /a (address)');
    expect(expectNoCardDigits).not.toThrow();
  } finally {
    await browser.close();
    server.close();
  }
});
