import { expect, it } from 'vitest';
import { personName } from './person-name.ts';

it('leads with the names and falls back on the username', () => {
  const nobody = { firstName: null, lastName: null, username: 'dana_w' };
  expect(personName({ ...nobody, firstName: 'Dana', lastName: 'Whitfield' })).toBe('Dana Whitfield');
  expect(personName({ ...nobody, lastName: 'Whitfield' })).toBe('Whitfield');
  expect(personName({ ...nobody, firstName: '' })).toBe('dana_w');
});
