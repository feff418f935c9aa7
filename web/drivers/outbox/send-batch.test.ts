import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError, SignedOutError } from '../../api/api-error.ts';
import { failureOf } from './send-batch.ts';
import { photoTimeoutFor } from './send-image.ts';

const ours = (status: number) => new ApiError(status, '', '{"message":"This stop is over"}');
const page = (status: number) => new ApiError(status, '', '<html>proxy</html>');

describe('failureOf', () => {
  test('is final if our server refuses', () => {
    for (const status of [400, 409, 413, 415, 422]) {
      expect(failureOf(ours(status)), String(status)).toEqual({ kind: 'refused', message: 'This stop is over' });
    }
    expect(failureOf(ours(404))).toEqual({ kind: 'refused', message: null });
    const taken = new ApiError(404, '', '{"message":"12 Oak St was cancelled.","code":"taken_away"}');
    expect(failureOf(taken)).toEqual({ kind: 'refused', message: '12 Oak St was cancelled.' });
  });

  test('is retried if the server is broken or busy, or something in between responded', () => {
    for (const status of [500, 502, 504, 408, 425]) {
      expect(failureOf(ours(status)), String(status)).toMatchObject({ kind: 'unavailable', isBusy: false });
    }
    for (const status of [429, 503]) {
      expect(failureOf(ours(status))).toMatchObject({ kind: 'unavailable', isBusy: true, retryAfterMs: 0 });
      const error = new ApiError(status, '', '{"message":"Later"}', '7');
      expect(failureOf(error)).toMatchObject({ kind: 'unavailable', isBusy: true, retryAfterMs: 7000 });
    }
    expect(failureOf(new ApiError(503, '', '', 'Wed, 21 Oct 2026 07:28:00 GMT'))).toMatchObject({ retryAfterMs: 0 });
    for (const status of [400, 404, 407, 409, 511]) {
      expect(failureOf(page(status)), String(status)).toMatchObject({ kind: 'unavailable', isBusy: false });
    }
    expect(failureOf(new TypeError('x is undefined'))).toMatchObject({ kind: 'unavailable', isBusy: false });
  });

  test('has failed with a status of 500 or more', () => {
    const hasFailed = (status: number) => failureOf(ours(status));
    for (const status of [500, 502, 503, 504]) expect(hasFailed(status)).toMatchObject({ hasFailed: true });
    for (const status of [408, 425, 429]) expect(hasFailed(status)).toMatchObject({ hasFailed: false });
  });

  test('gives up on a photo that is too large for a proxy', () => {
    expect(failureOf(page(413))).toEqual({ kind: 'refused', message: 'The photo is too large' });
  });

  test('tells a missing network and an ended session apart', () => {
    expect(failureOf(new NetworkError(null))).toEqual({ kind: 'unreached' });
    expect(failureOf(new SignedOutError())).toEqual({ kind: 'signed-out' });
  });
});

test('a photo gets as much time as a slow uplink needs, but no more than the server allows', () => {
  expect(photoTimeoutFor({ size: 650_000 })).toBeGreaterThan(650_000 / 8);
  expect(photoTimeoutFor({ size: 30_000 })).toBeLessThan(40_000);
  expect(photoTimeoutFor({ size: 5_000_000 })).toBeLessThan(120_000);
});
