import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Json } from '../../support/accounts/signed-in.ts';
import { jpeg } from '../../support/browser/pictures.ts';
import { bookAndPay, registerCustomer, type SignedIn, signIn } from '../people.ts';
import type { Site } from '../site.ts';
import { call, siteUrl } from '../visitor.ts';
import { expectSame, type Step } from './step.ts';

const password = 'Dispatch-7AM!';
/** How the command that makes an account gets the password. */
const piped = { before: `echo '${password}' | `, after: ' --password-stdin' };
/** What came before 1.0.0 takes it only as an option. */
const asOption = { after: ` --password '${password}'` };
let count = 0;

/** Makes an account with the documented command, and signs it in. */
async function makeStaff(site: Site, role: 'admin' | 'driver', version: string): Promise<SignedIn> {
  count += 1;
  const username = `${role}-${count}`;
  const command = 'docker compose exec app-1 node scripts/account.ts create --role admin --username NAME --email E';
  const words = { admin: role, NAME: username, E: `${username}@stoop.example` };
  await site.runDocumented(command, words, version.startsWith('0.') ? asOption : piped);
  return await signIn(username, password);
}

/** What a customer booked, to look for after a restore or an upgrade. */
export interface Booked {
  customer: SignedIn;
  pickup: Json;
}

const seenFields = ['status', 'amount', 'scheduledDate', 'specialInstructions', 'driverId', 'beforePhotoUrl'];

async function findPickup({ token }: SignedIn, id: string): Promise<Json> {
  const pickups: Json[] = await call('GET', '/api/pickups', { token });
  return pickups.find((pickup) => pickup.id === id);
}

/** Returns the version that an instance runs. */
export const versionOf = async (site: Site): Promise<string> =>
  (await site.run(`docker compose exec app-1 node -p "require('./package.json').version"`)).trim();

/** A customer books and pays, the dispatcher gives the pickup to a driver for today, who sends a photo of it. */
export async function bookWithPhoto(site: Site): Promise<Booked> {
  const version = await versionOf(site);
  const admin = await makeStaff(site, 'admin', version);
  const driver = await makeStaff(site, 'driver', version);
  const customer = await registerCustomer();
  const { id } = await bookAndPay(customer, 'Behind the gate');
  const asAdmin = (path: string, body: object) =>
    call('POST', `/api/admin/pickups/${id}/${path}`, { token: admin.token, body });
  await asAdmin('reschedule', { newDate: dateKeyOf(new Date()), shouldEmailCustomer: false });
  await asAdmin('assign', { driverId: driver.id });
  const response = await fetch(`${siteUrl}/api/driver/pickups/${id}/photos/before`, {
    method: 'POST',
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(jpeg),
  });
  if (!response.ok) throw new Error(`the photo was refused: ${response.status} ${await response.text()}`);
  return { customer, pickup: await findPickup(customer, id) };
}

/** Throws unless the customer sees the pickup as it was, paid, with its photo. */
export async function requireBooked({ customer, pickup }: Booked): Promise<void> {
  const now = await findPickup(customer, pickup.id);
  expectSame(now.paymentStatus, 'paid', 'the payment of the pickup');
  for (const field of seenFields) expectSame(now[field], pickup[field], `${field} of the pickup`);
  const headers = { authorization: `Bearer ${customer.token}` };
  const response = await fetch(`${siteUrl}${pickup.beforePhotoUrl}`, { headers });
  expectSame(response.status, 200, 'the photo');
  expectSame(response.headers.get('content-type'), 'image/jpeg', 'the photo');
  await response.arrayBuffer();
}

export const book: Step = {
  name: 'book',
  shows: 'The first admin comes from the command line; a customer books and pays over https and sees the pickup.',
  async play({ site, say }) {
    const booked = await bookWithPhoto(site);
    await requireBooked(booked);
    say('The pickup is paid, assigned, and has a photo, seen by its customer through Caddy.');
  },
};
