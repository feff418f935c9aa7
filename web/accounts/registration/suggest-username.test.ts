import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { Username } from '../../../contract/values/account-fields.ts';
import { suggestUsername } from './suggest-username.ts';

test.each([
  ['dana@stoop.example', 'dana'],
  [' Dana.Walker@stoop.example', 'dana-walker'],
  ['dana_walker-22@stoop.example', 'dana_walker-22'],
  ['dana+trash@stoop.example', 'dana'],
  ['josé.o’neil@stoop.example', 'jose-o-neil'],
  ['-dana..walker-@stoop.example', 'dana-walker'],
  ['sysadmin@stoop.example', 'sys'],
  ['dana.adadminmin.walker@stoop.example', 'dana-walker'],
  ['a.person.with.a.very.long.name.indeed@stoop.example', 'a-person-with-a-very-long-name'],
])('%s suggests %s', (email, username) => {
  expect(suggestUsername(email)).toBe(username);
});

test.each([
  ['before the @ is typed', 'dana.walker'],
  ['for too short a name', 'al@stoop.example'],
  ['when only admin is left', 'admin@stoop.example'],
  ['for letters that a username cannot hold', '旅行者@stoop.example'],
  ['for nothing', ''],
])('suggests nothing %s', (_when, email) => {
  expect(suggestUsername(email)).toBe('');
});

it('suggests only valid usernames', () => {
  const letters = fc.constantFrom(...'adminAZ09._-+é @');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (text) => {
      const suggested = suggestUsername(`${text}@stoop.example`);
      return suggested === '' || Username.safeParse(suggested).success;
    }),
  );
});
