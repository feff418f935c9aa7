import { expect, test } from 'vitest';
import { pickupStatuses } from '../../contract/pickups.ts';
import { isPayable } from './pickup-words.ts';

test('a pickup is payable if it is unpaid, not cancelled and not free', () => {
  const unpaid = { paymentStatus: 'pending', amount: '45.00' };
  expect(pickupStatuses.filter((status) => !isPayable({ ...unpaid, status }))).toEqual(['cancelled']);
  expect(isPayable({ ...unpaid, status: 'pending', paymentStatus: 'paid' })).toBe(false);
  expect(isPayable({ ...unpaid, status: 'pending', amount: '0.00' })).toBe(false);
});
