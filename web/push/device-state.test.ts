import { describe, expect, it } from 'vitest';
import { type DeviceFacts, deviceState, isApplePhone, stateText } from './device-state.ts';

const facts: DeviceFacts = { canPush: true, isSafariTab: false, permission: 'granted', isChosen: true };

describe('deviceState', () => {
  it.each([
    [{}, 'on'],
    [{ isChosen: false }, 'off'],
    [{ permission: 'default' }, 'off'],
    [{ permission: 'denied' }, 'denied'],
    [{ permission: 'denied', isChosen: false }, 'denied'],
    [{ canPush: false }, 'unsupported'],
    [{ canPush: false, isSafariTab: true }, 'needs-install'],
    [{ isSafariTab: true }, 'on'],
  ] as const)('of %j is %s', (changes, state) => {
    expect(deviceState({ ...facts, ...changes })).toBe(state);
  });
});

describe('isApplePhone', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15', 0, false],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36', 5, false],
  ])('of %s with %i touch points is %s', (userAgent, touchPoints, expected) => {
    expect(isApplePhone(userAgent, touchPoints)).toBe(expected);
  });
});

it('tells an iPhone what to do first', () => {
  expect(stateText('needs-install', 'Kerb')).toContain('Add Kerb to your Home Screen first');
});
