import { expect, test } from 'vitest';
import { changesProfile, profileErrors } from './profile-form.ts';

const saved = { username: 'dana_w', email: 'dana@stoop.example' };
const password = { currentPassword: 'Curb-side7!' };
const errorsOf = (typed: Partial<typeof saved & typeof password>, from = saved) =>
  profileErrors({ ...from, ...password, ...typed }, from);

test('shows the same messages as registration', () => {
  expect(errorsOf({ username: 'd' })).toEqual({ username: 'Username must be at least 3 characters' });
  expect(errorsOf({ username: 'my-Admin', email: 'dana+1@stoop.example' })).toEqual({
    username: "Username cannot contain 'admin'",
    email: 'Email aliases with + are not allowed for security',
  });
  expect(errorsOf({ username: '', email: '' })).toEqual({
    username: 'Username must be at least 3 characters',
    email: 'Please enter a valid email address',
  });
});

test('requires the current password only when the email changes', () => {
  const currentPassword = '';
  expect(errorsOf({ email: 'dana.w@stoop.example', currentPassword })).toEqual({
    currentPassword: 'Current password is required',
  });
  expect(errorsOf({ username: 'dana-w', email: ' Dana@Stoop.example ', currentPassword })).toEqual({});
});

test('accepts valid and unchanged values', () => {
  expect(errorsOf({ username: ' dana-w ', email: 'Dana.W@Stoop.example' })).toEqual({});
  const old = { username: 'the-admin', email: 'a+b@c.example' };
  expect(errorsOf({}, old)).toEqual({});
  expect(errorsOf({ username: 'the-admins' }, old)).toEqual({ username: "Username cannot contain 'admin'" });
});

test('saving changes nothing when only outer spaces or the case of the email differ', () => {
  expect(changesProfile(saved, saved)).toBe(false);
  expect(changesProfile({ username: ' dana_w ', email: ' Dana@Stoop.example' }, saved)).toBe(false);
  expect(changesProfile({ ...saved, username: 'Dana_w' }, saved)).toBe(true);
  expect(changesProfile({ ...saved, email: 'dana.w@stoop.example' }, saved)).toBe(true);
});
