import { expect, test } from 'vitest';
import { profileErrors } from './profile-rules.ts';

const saved = { username: 'dana_w', email: 'dana@stoop.example' };
const complaints = (typed: Partial<typeof saved>, from = saved) => profileErrors({ ...from, ...typed }, from);

test('says what registration would say', () => {
  expect(complaints({ username: 'd' })).toEqual({ username: 'Username must be at least 3 characters' });
  expect(complaints({ username: 'my-Admin', email: 'dana+1@stoop.example' })).toEqual({
    username: "Username cannot contain 'admin'",
    email: 'Email aliases with + are not allowed for security',
  });
  expect(complaints({ username: '', email: '' })).toEqual({
    username: 'Username must be at least 3 characters',
    email: 'Please enter a valid email address',
  });
});

test('takes what is right, and what stays as it is', () => {
  expect(complaints({ username: ' dana-w ', email: 'Dana.W@Stoop.example' })).toEqual({});
  const old = { username: 'the-admin', email: 'a+b@c.example' };
  expect(complaints({}, old)).toEqual({});
  expect(complaints({ username: 'the-admins' }, old)).toEqual({ username: "Username cannot contain 'admin'" });
});
