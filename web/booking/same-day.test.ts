import { expect, test } from 'vitest';
import { sameDayText } from './same-day.ts';

test('warns when the address is booked on that day', () => {
  const draft = { address: ' 1 Elm St ', scheduledDate: '2026-11-24T14:00:00.000Z' };
  const at = (address: string, scheduledDate: string | null) => sameDayText([{ address, scheduledDate }], draft);
  expect(at('1 elm st', '2026-11-24T20:00:00.000Z')).toBe("There's already a pickup at this address on Tue, Nov 24.");
  expect(at('1 Elm St', '2026-11-25T14:00:00.000Z')).toBeNull();
  expect(at('2 Elm St', '2026-11-24T14:00:00.000Z')).toBeNull();
  expect(at('1 Elm St', null)).toBeNull();
});
