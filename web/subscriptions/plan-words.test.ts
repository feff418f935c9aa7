import { expect, test } from 'vitest';
import { planOf } from '../../contract/values/prices.ts';
import { daysText, firstServiceDays } from '../../contract/values/time/service-days.ts';
import { firstPickupsText, monthlyPrice, planFacts, rhythmText } from './plan-words.ts';

const wish = { preferredDay: 'saturday', preferredTime: 'evening' } as const;
/** A Saturday in New York, when it is already Sunday in Auckland. */
const now = new Date('2026-11-21T17:00:00Z');

test('the first pickups are after today, one per service day, earliest first', () => {
  expect(firstServiceDays(['monday', 'thursday'], '2026-11-24')).toEqual(['2026-11-26', '2026-11-30']);
  expect(firstServiceDays(['saturday'], '2026-11-21')).toEqual(['2026-11-28']);
  expect(firstServiceDays(['sunday'], '2026-10-31')).toEqual(['2026-11-01']); // across the end of daylight saving time
});

test('describes a plan with a preferred day', () => {
  const plan = planOf('clean-carry');
  expect(monthlyPrice(plan)).toBe('$60/month');
  expect(rhythmText(plan, wish)).toBe('Every Saturday');
  expect(firstPickupsText(plan, wish, now)).toBe('Saturday, November 28');
  expect(planFacts(plan, wish, now)).toContainEqual({ name: 'Pickups', value: 'Every Saturday, evening preferred' });
});

test('describes a plan with fixed days, ignoring the preference', () => {
  const plan = planOf('premium');
  expect(daysText(['monday', 'thursday'])).toBe('Monday and Thursday');
  expect(rhythmText(plan, wish)).toBe('Every Monday and Thursday');
  expect(firstPickupsText(plan, wish, now)).toBe('Mon, Nov 23 and Thu, Nov 26');
  expect(planFacts(plan, wish, now).map(({ name }) => name)).toEqual(['Plan', 'Pickups', 'First pickups']);
});
