import { expect, test } from 'vitest';
import { lowestPickupCents, lowestPlanCents, notTaken, serviceDaysText, taken } from './plan-texts.ts';

const textOf = (title: string) => taken.find((line) => line.title === title)?.text;

test('what is taken follows from the plans and the bag tiers', () => {
  expect(textOf('Bags of trash')).toBe(
    'Up to 6 a visit with every plan. For a one-time pickup, as many as you book, up to 25.',
  );
  expect(textOf('Furniture')).toBe(
    '1 item a week with Clean & Carry, Heavy Duty, and Premium Property. Not with Basic Package or a one-time pickup.',
  );
  expect(notTaken.map(({ title }) => title)).toContain("More than 25 bags, or anything that doesn't fit in one");
});

test('the service days name the plans that fix them', () => {
  expect(serviceDaysText).toBe(
    'With Basic Package and Clean & Carry you choose the day. With Heavy Duty and Premium Property we come on Monday and Thursday.',
  );
});

test('the lowest prices are those of the smallest tier and plan', () => {
  expect([lowestPickupCents, lowestPlanCents]).toEqual([3000, 3500]);
});
