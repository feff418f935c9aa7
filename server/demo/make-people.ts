import { randomBytes } from 'node:crypto';
import { findAccountId } from '../accounts/members/find-account.ts';
import { listStaffIds } from '../accounts/members/list-people.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { addAccount } from '../accounts/registration/create-account.ts';
import { demoAddresses } from '../addresses/sample-places.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

export interface DemoCustomer {
  id: string;
  username: string;
  address: string;
}

/** Drivers have first names, because customers read them: "Ray will pick up your bags today." */
const demoDrivers = [
  { number: '01', firstName: 'Ray', lastName: 'Cole' },
  { number: '02', firstName: 'Ana', lastName: 'Silva' },
];

/** Finds or creates the demo's customers, at least two drivers and an admin; `made` counts the new customers. */
export async function makePeople(services: Services): Promise<{
  customers: DemoCustomer[];
  drivers: string[];
  admin: string;
  made: number;
}> {
  const customers: DemoCustomer[] = [];
  // Nobody knows the password, so nobody can sign in. All accounts share one hash, because hashing is slow on purpose.
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'), null);
  let made = 0;
  for (const [index, address] of demoAddresses.entries()) {
    const number = String(index + 1).padStart(2, '0');
    const username = `demo-customer-${number}`;
    const { id, isNew } = await ensureAccount(services, 'customer', username, {
      ...{ firstName: 'Demo', lastName: `Customer ${number}` },
      ...{ number, address, passwordHash },
    });
    if (isNew) made += 1;
    customers.push({ id, username, address });
  }
  const drivers = await listStaffIds(services.db, 'driver', 2);
  for (const driver of demoDrivers.slice(drivers.length)) {
    const address = '2600 E Tioga St, Philadelphia, PA 19134';
    const username = `demo-driver-${driver.number}`;
    drivers.push((await ensureAccount(services, 'driver', username, { ...driver, address, passwordHash })).id);
  }
  const [admin] = await listStaffIds(services.db, 'admin', 1);
  if (!admin) throw new Refusal(409, 'There is no admin to create demo data for.');
  return { customers, drivers, admin, made };
}

async function ensureAccount(
  services: Services,
  role: 'customer' | 'driver',
  username: string,
  { number, ...person }: { number: string; firstName: string; lastName: string; address: string; passwordHash: string },
): Promise<{ id: string; isNew: boolean }> {
  const existing = await findAccountId(services.db, username);
  if (existing) return { id: existing, isNew: false };
  try {
    const account = {
      role,
      username,
      email: `${username}@stoop.example`,
      phone: `(215) 555-01${number}`,
      ...person,
    };
    const { id } = await inTransaction(services.db, (trx) => addAccount(trx, account, services.clock()));
    return { id, isNew: true };
  } catch (error) {
    // Another request won the race.
    const meanwhile = error instanceof Refusal ? await findAccountId(services.db, username) : undefined;
    if (!meanwhile) throw error;
    return { id: meanwhile, isNew: false };
  }
}
