import { describe, expect, it } from 'vitest';
import type { HoldPreview } from '../../../contract/plan/hold.ts';
import { ApiError } from '../../api/api-error.ts';
import { chargeText, daysLeftText, fieldProblem, nextVisitText, previewProblem, visitsText } from './hold-words.ts';

const today = '2026-11-23';
const charge = { at: '2026-12-23T17:00:00.000Z', price: '35.00', credit: '0.00', amount: '35.00' };
const preview = { nextVisit: '2026-12-28', daysLeft: 62 } as HoldPreview;

describe('the words of a hold', () => {
  it('name the parts of a charge', () => {
    expect(chargeText(charge, today)).toBe('Wed, Dec 23: $35.00');
    expect(chargeText({ ...charge, credit: '8.75', amount: '26.25' }, today)).toBe(
      'Wed, Dec 23: $26.25 ($35.00 less $8.75 credit)',
    );
    expect(chargeText({ ...charge, credit: '-0.30', amount: '35.30' }, today)).toBe(
      'Wed, Dec 23: $35.30, with $0.30 from your last charge',
    );
    expect(chargeText({ ...charge, at: '2027-01-23T17:00:00.000Z' }, today)).toBe('Sat, Jan 23, 2027: $35.00');
  });

  it('say what follows the hold', () => {
    expect(nextVisitText(preview, today)).toBe('Next pickup: Mon, Dec 28.');
    expect(nextVisitText({ ...preview, nextVisit: null }, today)).toBe('No pickup follows before the plan ends.');
    expect(daysLeftText(preview)).toBe('62 of 90 hold days in 12 months are left after this.');
    expect([visitsText(1), visitsText(2)]).toEqual(['1 visit', '2 visits']);
  });

  it('put a refusal at its field, and the rest above', () => {
    const refused = new ApiError(400, 'Bad Request', '{"message":"Too long","errors":{"until":"Too long"}}');
    expect(fieldProblem(refused, 'until')).toBe('Too long');
    expect(previewProblem(refused, ['from', 'until'])).toBeNull();
    expect(previewProblem(null, ['from'])).toBeNull();
    const conflict = new ApiError(409, 'Conflict', '{"message":"This plan already has a hold.","errors":{"from":"x"}}');
    expect(fieldProblem(conflict, 'from')).toBeUndefined();
    expect(previewProblem(conflict, ['from'])).toBe('This plan already has a hold.');
    expect(previewProblem(new Error('boom'), ['from'])).toBe("We couldn't check these dates. Please try again.");
  });
});
