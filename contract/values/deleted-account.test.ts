import { expect, it } from 'vitest';
import { deletedNamesOf, isDeletedEmail, shownEmail } from './deleted-account.ts';

const names = { username: 'deleted-5f0e3f2a91bc', email: 'deleted-5f0e3f2a91bc@deleted.invalid' };

it('names a deleted account by the end of its id', () => {
  expect(deletedNamesOf('01a1fdf9-2b6e-7cc1-9d01-5f0e3f2a91bc')).toEqual(names);
});

it("hides a deleted account's address, and no other", () => {
  const emails = [names.email, 'pat@example.com', '@deleted.invalid@example.com'];
  expect(emails.map(isDeletedEmail)).toEqual([true, false, false]);
  expect([...emails, null].map(shownEmail)).toEqual([null, ...emails.slice(1), null]);
});
