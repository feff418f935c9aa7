import { expect, it } from 'vitest';
import type { OwnerValues } from '../../contract/owner-settings.ts';
import { describeChanges, shiftHours } from './rules.ts';

const passages = {
  ...{ company: null, neverTaken: null, damage: null, law: null, termsChanges: null },
  ...{ providers: null, retention: null, rights: null, privacyChanges: null },
};
const values: OwnerValues = {
  ...{ changeCutoff: '18:00', lateRefundPercent: 50, supportPhone: '1', supportEmail: 'a@b.example' },
  ...{ businessAddress: null, officeHours: null, shiftStart: '07:00', shiftEnd: '15:00', truckBags: 120, passages },
};

it('describeChanges names old and new, also of passages, and cuts long texts', () => {
  expect(describeChanges(values, values)).toEqual({});
  const changed = { ...values, changeCutoff: '17:00', businessAddress: '1 Main St' };
  expect(describeChanges(values, changed)).toEqual({
    changeCutoff: '18:00 to 17:00',
    businessAddress: 'nothing to 1 Main St',
  });
  const { law = '' } = describeChanges(values, { ...values, passages: { ...passages, law: 'x'.repeat(900) } });
  expect(law.startsWith('nothing to xxx')).toBe(true);
  expect(law.length).toBeLessThan(600);
});

it.each([
  ['07:00', '15:00', 8],
  ['07:00', '08:00', 1],
  ['07:00', '07:30', null],
  ['15:00', '07:00', null],
  ['00:00', '23:00', null],
])('a shift from %s to %s has %s hours', (shiftStart, shiftEnd, hours) => {
  expect(shiftHours({ shiftStart, shiftEnd })).toBe(hours);
});
