import { expect, it } from 'vitest';
import { siteFacts, sitesConsequence } from './words.ts';

it('siteFacts says the hours and the minutes', () => {
  expect(siteFacts({ opensAt: '06:00', closesAt: '17:00', minutes: 20 })).toBe(
    'Open 6:00 AM – 5:00 PM, 20 minutes there',
  );
  expect(siteFacts({ opensAt: null, closesAt: null, minutes: 1 })).toBe('Always open, 1 minute there');
});

it('sitesConsequence says whether routes use a site', () => {
  const place = { latitude: 39.9, longitude: -75.2, precision: 'address' } as const;
  expect(sitesConsequence([{ isActive: false, place }])).toContain('No site is active');
  expect(sitesConsequence([{ isActive: true, place: null }])).toContain('on the map yet');
  expect(sitesConsequence([{ isActive: true, place }])).toBe('A full truck goes to one of the active sites.');
});
