import { expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webkit} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPad'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  ['curl/8.9.1', 'Unknown device'],
  ['', 'Unknown device'],
])('names %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
