import { describe, expect, it } from 'vitest';
import { describeSiteChange, siteHoursText, whyWrongHours } from './site-rules.ts';

describe('whyWrongHours', () => {
  it('takes two times in order, or none', () => {
    expect(whyWrongHours({ opensAt: null, closesAt: null })).toBeNull();
    expect(whyWrongHours({ opensAt: '07:00', closesAt: '17:00' })).toBeNull();
  });

  it('names the time that is missing or too early', () => {
    expect(whyWrongHours({ opensAt: null, closesAt: '17:00' })).toHaveProperty('opensAt');
    expect(whyWrongHours({ opensAt: '07:00', closesAt: null })).toHaveProperty('closesAt');
    expect(whyWrongHours({ opensAt: '07:00', closesAt: '07:00' })).toHaveProperty('closesAt');
  });
});

it('siteHoursText says the hours, or that it is always open', () => {
  expect(siteHoursText({ opensAt: '07:00', closesAt: '17:30' })).toBe('7:00 AM – 5:30 PM');
  expect(siteHoursText({ opensAt: null, closesAt: null })).toBe('always open');
});

it('describeSiteChange names what changed, with old and new', () => {
  const before = {
    ...{ name: 'Grays Ferry', address: '3605 Grays Ferry Ave', opensAt: null, closesAt: null, minutes: 20 },
    isActive: true,
  };
  expect(describeSiteChange(before, before)).toEqual({});
  const after = { ...before, name: 'South', opensAt: '07:00', closesAt: '15:00', minutes: 25, isActive: false };
  expect(describeSiteChange(before, after)).toEqual({
    name: 'Grays Ferry to South',
    hours: 'always open to 7:00 AM – 3:00 PM',
    minutes: '20 to 25',
    state: 'on to off',
  });
});
