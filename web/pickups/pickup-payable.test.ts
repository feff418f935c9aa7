import { expect, test } from 'vitest';
import { pickupStatuses } from '../../contract/pickups.ts';
import { isPayable } from './pickup-payable.ts';

test('money is asked for what is unpaid, not cancelled and costs something', () => {
  const unpaid = { paymentStatus: 'pending', amount: '45.00' };
  expect(pickupStatuses.filter((status) => !isPayable({ ...unpaid, status }))).toEqual(['cancelled']);
  expect(isPayable({ ...unpaid, status: 'pending', paymentStatus: 'paid' })).toBe(false);
  expect(isPayable({ ...unpaid, status: 'pending', amount: '0.00' })).toBe(false);
});
