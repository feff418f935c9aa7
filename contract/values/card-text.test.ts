import { expect, it } from 'vitest';
import { cardText } from './card-text.ts';

it.each([
  ['visa', 'Visa ending in 4242'],
  ['american_express', 'American Express ending in 4242'],
])('names a card of %s', (brand, text) => {
  expect(cardText({ brand, last4: '4242' })).toBe(text);
});
