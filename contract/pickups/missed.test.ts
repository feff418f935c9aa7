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
] as const)('returns the verdict %s for %j', (verdict, record) => {
  expect(verdictOf(record)).toBe(verdict);
});

it('a judgment is about the reported visit only', () => {
  const report = { state: 'missed', day: '2026-11-23', recoveryId: 'free' } as const;
  const pickup = { id: 'reported', day: '2026-11-23' };
  expect(isJudgedMissed(pickup, report)).toBe(true);
  expect(isJudgedMissed({ ...pickup, day: '2026-11-24' }, report)).toBe(false);
  expect(isJudgedMissed(pickup, { ...report, recoveryId: 'reported' })).toBe(false);
  for (const state of ['recovered', 'open', 'not-missed', 'closed'] as const) {
    expect(isJudgedMissed(pickup, { ...report, state })).toBe(false);
  }
});
