import { expect, it } from 'vitest';
import type { OwnerValues } from '../../../contract/owner-settings.ts';
import { changesOf, fieldErrors, textsOf } from './form-rules.ts';

const passages = {
  ...{ company: 'Stoop LLC', neverTaken: null, damage: null, law: null, termsChanges: null },
  ...{ providers: null, retention: null, rights: null, privacyChanges: null },
};
const saved: OwnerValues = {
  ...{ changeCutoff: '18:00', lateRefundPercent: 50, supportPhone: '(215) 555-0107', supportEmail: 'a@b.example' },
  ...{ businessAddress: null, officeHours: null, shiftStart: '07:00', shiftEnd: '15:00', truckBags: 120, passages },
};
const texts = textsOf(saved);

it('an unchanged form changes nothing', () => {
  expect(texts).toMatchObject({ lateRefundPercent: '50', businessAddress: '', company: 'Stoop LLC' });
  expect(changesOf(texts, saved)).toEqual({ changes: {}, errors: null });
});

it('sends only what changed; all passages together, and nothing for an empty one', () => {
  expect(changesOf({ ...texts, changeCutoff: '17:00', businessAddress: ' 1 Main St ' }, saved).changes).toEqual({
    changeCutoff: '17:00',
    businessAddress: '1 Main St',
  });
  expect(changesOf({ ...texts, company: '', law: 'Pennsylvania' }, saved).changes).toEqual({
    passages: { ...passages, company: null, law: 'Pennsylvania' },
  });
});

it('says what is wrong, by field', () => {
  const { errors } = changesOf({ ...texts, changeCutoff: '25:00', lateRefundPercent: '', supportPhone: ' ' }, saved);
  expect(Object.keys(errors ?? {})).toEqual(['changeCutoff', 'lateRefundPercent', 'supportPhone']);
});

it('puts a message of the server at its field', () => {
  expect(fieldErrors({ 'values.shiftEnd': 'a', 'values.passages.law': 'b' })).toEqual({ shiftEnd: 'a', law: 'b' });
});
