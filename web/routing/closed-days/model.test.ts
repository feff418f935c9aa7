import { describe, expect, it } from 'vitest';
import { bodyOf, emptyForm, hoursText, nextDay, problemOf, slideWeek, withOneMore, zipsOf } from './model.ts';

const thursday = '2026-11-26';

describe('where days go', () => {
  it('suggests the next day, and slides the rest of the week up to Saturday', () => {
    expect(nextDay(thursday)).toEqual([{ from: thursday, to: '2026-11-27' }]);
    expect(slideWeek(thursday).map(({ from, to }) => [from, to])).toEqual([
      [thursday, '2026-11-27'],
      ['2026-11-27', '2026-11-28'],
      ['2026-11-28', '2026-11-29'],
    ]);
    expect(slideWeek('2026-11-29')).toEqual(nextDay('2026-11-29'));
    expect(withOneMore(nextDay(thursday))).toHaveLength(2);
  });
});

describe('the form', () => {
  it('says what is missing', () => {
    const form = emptyForm(thursday);
    expect(problemOf(form, thursday)).toBeNull();
    expect(problemOf(form, '2026-11-27')).toBe('Please choose today or later.');
    expect(problemOf({ ...form, scope: 'zips', zips: '1914' }, thursday)).toBe(
      'Please enter ZIP codes of five digits.',
    );
    expect(problemOf({ ...form, days: [...form.days, ...form.days] }, thursday)).toBe('Please choose each day once.');
  });

  it('sends only what was chosen', () => {
    const form = { ...emptyForm(thursday), scope: 'zips', zips: '19147, 19148', kind: 'plan', reason: ' ' } as const;
    expect(bodyOf(form, new Map([['a', { skip: true }]]))).toEqual({
      scope: { zipCodes: ['19147', '19148'], kind: 'plan' },
      days: nextDay(thursday),
      choices: [{ id: 'a', skip: true }],
      reason: null,
    });
    expect(zipsOf('19147;19148\n19103')).toHaveLength(3);
  });

  it('says how long a day is', () => {
    expect(hoursText({ minutesAfter: 510, overAfter: 30, isOff: false })).toContain('over the shift');
    expect(hoursText({ minutesAfter: 60, overAfter: 60, isOff: true })).toContain('day off');
  });
});
