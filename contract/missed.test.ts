import { expect, it } from 'vitest';
import { isJudgedMissed, verdictOf } from './missed.ts';

it.each([
  ['recover', { status: 'pending', incompleteReason: null, hasPhoto: false }],
  ['recover', { status: 'assigned', incompleteReason: null, hasPhoto: true }],
  ['recover', { status: 'incomplete', incompleteReason: 'other', hasPhoto: true }],
  ['recover', { status: 'incomplete', incompleteReason: null, hasPhoto: false }],
  ['evidence', { status: 'incomplete', incompleteReason: 'not-out', hasPhoto: true }],
  ['evidence', { status: 'incomplete', incompleteReason: 'no-access', hasPhoto: true }],
  ['dispatcher', { status: 'incomplete', incompleteReason: 'not-out', hasPhoto: false }],
  ['dispatcher', { status: 'incomplete', incompleteReason: 'no-access', hasPhoto: false }],
  ['dispatcher', { status: 'incomplete', incompleteReason: 'extra-items', hasPhoto: true }],
  ['dispatcher', { status: 'issue', incompleteReason: null, hasPhoto: true }],
  ['dispatcher', { status: 'completed', incompleteReason: null, hasPhoto: true }],
] as const)('the record says %s of %j', (verdict, record) => {
  expect(verdictOf(record)).toBe(verdict);
});

it('judges the visit of the reported day alone', () => {
  const report = { state: 'missed', day: '2026-11-23' };
  expect(isJudgedMissed(report, '2026-11-23')).toBe(true);
  expect(isJudgedMissed(report, '2026-11-24')).toBe(false);
  expect(isJudgedMissed({ ...report, state: 'open' }, '2026-11-23')).toBe(false);
  expect(isJudgedMissed(null, null)).toBe(false);
});
