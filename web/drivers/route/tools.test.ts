import { expect, it } from 'vitest';
import { routeInfoText } from './tools.tsx';

it('estimates 20 minutes and 2.5 miles per stop', () => {
  expect(routeInfoText(1)).toBe('1 stop, about 20 minutes and 2.5 miles.');
  expect(routeInfoText(12)).toBe('12 stops, about 240 minutes and 30 miles.');
});
