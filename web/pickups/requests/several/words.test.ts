import { expect, it } from 'vitest';
import { consequenceOfCancelling, severalWords } from './words.ts';

it('counts what is about to change', () => {
  expect(severalWords.assign.title(1)).toBe('Assign 1 request');
  expect(severalWords.cancel.title(3)).toBe('Cancel 3 requests?');
  expect([severalWords.cancel.doneText(1), severalWords.assign.doneText(2)]).toEqual([
    '1 request is cancelled.',
    '2 requests are assigned.',
  ]);
});

it('says what cancelling refunds at most', () => {
  const paid = { paymentStatus: 'paid', amount: '45.00', status: 'pending' } as const;
  const unpaid = { ...paid, paymentStatus: 'pending' };
  expect(consequenceOfCancelling([unpaid])).toBe("None of these are paid. This can't be undone.");
  expect(consequenceOfCancelling([paid, unpaid])).toContain('1 of these is paid: up to $45.00 will be refunded.');
  expect(consequenceOfCancelling([paid, paid, { ...paid, status: 'cancelled' }])).toContain(
    '2 of these are paid: up to $90.00 will be refunded.',
  );
});
