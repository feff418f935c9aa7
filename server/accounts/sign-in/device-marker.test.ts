import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readMarker, writeMarker } from './device-marker.ts';

const options = { secret: 'a secret', https: false };
const id = randomUUID();
const cookieOf = (header: string) => header.split(';')[0] ?? '';
const cookie = cookieOf(writeMarker(id, options));

it('reads its own marker among other cookies', () => {
  expect(readMarker(cookie, options)).toBe(id);
  expect(readMarker(`theme=dark; ${cookie}; more=1`, options)).toBe(id);
});

it('reads no marker that we did not sign', () => {
  const [value = '', signature = ''] = cookie.slice('device='.length).split('.');
  const forged = [
    undefined,
    '',
    'device=',
    `device=${value}`,
    `device=${value}.`,
    `device=${randomUUID()}.${signature}`,
    `device=${value}.${'A'.repeat(43)}`,
    `device=${value}.${signature}x`,
    `other${cookie}`,
    cookieOf(writeMarker(id, { ...options, secret: 'another secret' })),
  ];
  for (const cookies of forged) expect(readMarker(cookies, options), String(cookies)).toBeUndefined();
});

it('is hidden from scripts and other sites, and with https from http and other hosts', () => {
  const attributes = (https: boolean) =>
    writeMarker(id, { ...options, https })
      .split('; ')
      .slice(1);
  expect(attributes(false)).toEqual(['Path=/', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Strict']);
  expect(attributes(true)).toEqual([...attributes(false), 'Secure']);
  const secure = cookieOf(writeMarker(id, { ...options, https: true }));
  expect(secure).toMatch(/^__Host-device=/);
  expect(readMarker(secure, { ...options, https: true })).toBe(id);
  expect(readMarker(cookie, { ...options, https: true })).toBeUndefined();
});
