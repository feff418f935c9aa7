import { createAccount } from '../../server/accounts/registration/create-account.ts';
import type { TestApp } from './app.ts';

export interface Person {
  id: string;
  token: string;
  username: string;
  email: string;
  password: string;
}

/** A password that meets every rule of ACC-13. */
export const goodPassword = 'Curb-side7!';

let count = 0;

/** A registration form that is right in every field, with a name nobody else has. */
export function registrationForm(): Record<string, string> {
  count += 1;
  const username = `person_${process.pid}_${count}`;
  return {
    username,
    email: `${username}@stoop.example`,
    password: goodPassword,
    confirmPassword: goodPassword,
    firstName: 'Pat',
    lastName: 'Example',
    phone: '(215) 555-0142',
    address: '1127 S 9th St, Philadelphia, PA 19147',
  };
}

/** A customer who registered through the front door. */
export async function makeCustomer(t: TestApp): Promise<Person> {
  const form = registrationForm();
  const { status, body } = await t.call('POST', '/api/auth/register', { body: form });
  if (status !== 201) throw new Error(`could not register: ${status} ${JSON.stringify(body)}`);
  return { id: body.user.id, token: body.token, ...pick(form) };
}

export async function makeDriver(t: TestApp): Promise<Person> {
  return await makeStaff(t, 'driver');
}

export async function makeAdmin(t: TestApp): Promise<Person> {
  return await makeStaff(t, 'admin');
}

/** Drivers and admins come from the command line, never from registration. */
async function makeStaff(t: TestApp, role: 'driver' | 'admin'): Promise<Person> {
  const { confirmPassword: _, ...form } = registrationForm();
  const account = {
    ...form,
    ...pick(form),
    firstName: 'Pat',
    lastName: 'Example',
    phone: '(215) 555-0143',
    address: '1 Penn Sq',
  };
  const { id } = await createAccount(t.services, { ...account, role });
  const { status, body } = await t.call('POST', '/api/auth/login', {
    body: { username: account.username, password: account.password },
  });
  if (status !== 200) throw new Error(`could not sign in: ${status} ${JSON.stringify(body)}`);
  return { id, token: body.token, ...pick(form) };
}

function pick(form: Record<string, string>): { username: string; email: string; password: string } {
  const { username = '', email = '', password = '' } = form;
  return { username, email, password };
}

/** Nobody's session ends, however far a test sets the clock. */
export async function staySignedIn(t: TestApp): Promise<void> {
  await t.db
    .updateTable('sessions')
    .set({ expire: new Date('2099-01-01T00:00:00Z') })
    .execute();
}
