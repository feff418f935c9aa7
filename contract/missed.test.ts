import { expect, it } from 'vitest';
import { verdictOf } from './missed.ts';

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
