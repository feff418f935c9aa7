import { expect, test } from 'vitest';
import {
  contactChanges,
  contactSavedText,
  moveHint,
  movesByDefault,
  openPickupText,
  saveAddressText,
} from './contact-words.ts';

const pickup = {
  ...{ id: '0', day: '2026-11-25', address: '1 Old St', bagCount: 8 },
  ...{ isPlanStop: false, isAtServiceAddress: true, whyStays: null },
};

test('names a pickup by its day, bags and plan', () => {
  expect(openPickupText(pickup)).toBe('Wed, Nov 25 · 8 bags');
  expect(openPickupText({ ...pickup, bagCount: 1, isPlanStop: true })).toBe('Wed, Nov 25 · 1 bag · Plan');
  expect(openPickupText({ ...pickup, day: null })).toBe('No date · 8 bags');
});

test('says what happens to later pickups of a plan', () => {
  expect(moveHint(2, false)).toBe('Choose which pickups move to this address.');
  expect(moveHint(0, true)).toBe(
    "Your open pickups stay where they are. Your plan's future pickups will go there too.",
  );
});

test('says how many pickups move', () => {
  expect([0, 1, 2].map(saveAddressText)).toEqual([
    'Save Address Only',
    'Save and Move 1 Pickup',
    'Save and Move 2 Pickups',
  ]);
  expect([0, 1, 2].map(contactSavedText)).toEqual([
    'Your changes are saved.',
    'Your changes are saved, and 1 pickup moved to the new address.',
    'Your changes are saved, and 2 pickups moved to the new address.',
  ]);
});

test('moves what is at the old service address and before its cut-off', () => {
  expect(movesByDefault(pickup)).toBe(true);
  expect(movesByDefault({ ...pickup, isAtServiceAddress: false })).toBe(false);
  expect(movesByDefault({ ...pickup, whyStays: 'Too late.' })).toBe(false);
});

test('changes only what was edited', () => {
  const saved = { phone: '(215) 555-0142', serviceAddress: '1 Old St' };
  const typed = { phone: ' (215) 555-0142 ', address: '1 Old St ' };
  expect(contactChanges(typed, saved)).toEqual({});
  expect(contactChanges({ ...typed, phone: '(215) 555-0188' }, saved)).toEqual({ phone: '(215) 555-0188' });
  expect(contactChanges({ ...typed, address: '2 New St' }, saved)).toEqual({ address: '2 New St' });
  expect(contactChanges({ phone: '', address: '' }, { phone: null, serviceAddress: null })).toEqual({});
});
