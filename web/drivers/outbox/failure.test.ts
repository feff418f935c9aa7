import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError, SignedOutError } from '../../api/api-error.ts';
import { failureOf } from './failure.ts';

const ours = (status: number) => new ApiError(status, '', '{"message":"This stop is over"}');
const page = (status: number) => new ApiError(status, '', '<html>proxy</html>');

describe('a call that failed', () => {
  test('is final where our server says no', () => {
    for (const status of [400, 409, 413, 415, 422]) {
      expect(failureOf(ours(status)), String(status)).toEqual({ kind: 'refused', message: 'This stop is over' });
    }
    expect(failureOf(ours(404))).toEqual({ kind: 'refused', message: null });
  });

  test('is tried again where the server is in trouble, busy, or somebody else answered', () => {
    for (const status of [500, 502, 504, 408, 425]) {
      expect(failureOf(ours(status)), String(status)).toEqual({ kind: 'stumbled', isBusy: false });
    }
    for (const status of [429, 503]) {
      expect(failureOf(ours(status))).toEqual({ kind: 'stumbled', isBusy: true, retryAfterMs: 0 });
      const error = new ApiError(status, '', '{"message":"Later"}', '7');
      expect(failureOf(error)).toEqual({ kind: 'stumbled', isBusy: true, retryAfterMs: 7000 });
    }
    expect(failureOf(new ApiError(503, '', '', 'Wed, 21 Oct 2026 07:28:00 GMT'))).toMatchObject({ retryAfterMs: 0 });
    for (const status of [400, 404, 407, 409, 511]) {
      expect(failureOf(page(status)), String(status)).toEqual({ kind: 'stumbled', isBusy: false });
    }
    expect(failureOf(new TypeError('x is undefined'))).toEqual({ kind: 'stumbled', isBusy: false });
  });

  test('a picture that a proxy will never let through is no reason to try for ever', () => {
    expect(failureOf(page(413))).toEqual({ kind: 'refused', message: 'The picture is too large' });
  });

  test('an absent network and an ended session are neither', () => {
    expect(failureOf(new NetworkError(null))).toEqual({ kind: 'unreached' });
    expect(failureOf(new SignedOutError())).toEqual({ kind: 'signed-out' });
  });
});
