import { hashPassword } from '../../../server/accounts/password-hash.ts';
import { addAccount, createAccount } from '../../../server/accounts/registration/create-account.ts';
import { openSession } from '../../../server/accounts/sign-in/open-session.ts';
import { openDatabase } from '../../../server/database/connect.ts';
import type { TestApp } from '../app.ts';

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

/** Returns a valid registration form with a unique username and email. */
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

/** Registers a customer through the API. */
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

/** Adds a driver or admin directly, because registration makes only customers. */
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
  // Tests make several people at the same time. Keeping the promise gives all of them one hash.
  goodHash ??= hashPassword(goodPassword, null);
  const passwordHash = await goodHash;
  const { db, clock } = t.services;
  const { id } = await addAccount(db, { ...account, role, passwordHash }, clock());
  const client = { ip: '127.0.0.1', userAgent: 'a test' };
  const session = await openSession(db, id, {
    ...{ verifiedHash: passwordHash, factor: undefined, rememberMe: false, client, now: clock() },
  });
  if (!session) throw new Error('could not sign in');
  return { id, token: session.token, ...pick(form) };
}

/** The hash of `goodPassword`, shared because hashing takes 20 ms of processor time. */
let goodHash: Promise<string> | undefined;

/** Makes an account in a running server's database, as the `account` command does, but without a new process (1 s of CPU). */
export async function makeAccount(
  databaseUrl: string,
  role: 'admin' | 'driver' | 'customer',
  username: string,
): Promise<{ username: string; password: string }> {
  const { db } = openDatabase(databaseUrl, { warn: () => {} });
  const account = { role, username, email: `${username}@stoop.example`, password: goodPassword };
  const nobody = { firstName: null, lastName: null, phone: null, address: null };
  await createAccount({ db, clock: () => new Date() }, { ...account, ...nobody }).finally(() => db.destroy());
  return { username, password: goodPassword };
}

function pick(form: Record<string, string>): { username: string; email: string; password: string } {
  const { username = '', email = '', password = '' } = form;
  return { username, email, password };
}

/** Keeps all sessions valid, however far a test moves the clock. */
export async function staySignedIn(t: TestApp): Promise<void> {
  await t.db
    .updateTable('sessions')
    .set({ expire: new Date('2099-01-01T00:00:00Z'), lastUsedAt: new Date('2099-01-01T00:00:00Z') })
    .execute();
}
