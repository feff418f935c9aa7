import type { Role } from '../../contract/accounts.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { PickupChangeServices, Services } from '../services.ts';
import { type DemoRow, findDemoCandidates, findOpenDemoIds, lockUser, setActive } from './accounts.store.ts';
import { closeAccount } from './members/deactivate-account.ts';
import { createAccount } from './registration/create-account.ts';

export interface DemoSignIn {
  role: Role;
  username: string;
  password: string;
}

interface DemoAccount extends DemoSignIn {
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
}

/** These passwords are public, so outside demo mode the accounts are closed (`closeDemo`). */
const passwords: Record<Role, string> = { admin: 'Dispatch7am!', driver: 'Driver7am!', customer: 'Customer7am!' };

const demoAccounts: readonly DemoAccount[] = [
  account('admin', 'dispatch', 'Demo', 'Dispatcher', '(215) 555-0110', '1515 Market St, Philadelphia, PA 19102'),
  account('driver', 'driver-one', 'Ray', 'Cole', '(215) 555-0111', '2600 E Tioga St, Philadelphia, PA 19134'),
  account('driver', 'driver-two', 'Ana', 'Silva', '(215) 555-0112', '1900 S 24th St, Philadelphia, PA 19145'),
  account(
    'customer',
    'customer-one',
    'Demo',
    'Customer One',
    '(215) 555-0113',
    '742 S 10th St, Philadelphia, PA 19147',
  ),
  account(
    'customer',
    'customer-two',
    'Demo',
    'Customer Two',
    '(215) 555-0114',
    '2214 Fairmount Ave, Philadelphia, PA 19130',
  ),
  account(
    'customer',
    'customer-three',
    'Demo',
    'Customer Three',
    '(215) 555-0115',
    '4521 Baltimore Ave, Philadelphia, PA 19143',
  ),
];

function account(
  role: Role,
  username: string,
  firstName: string,
  lastName: string,
  phone: string,
  address: string,
): DemoAccount {
  return { role, username, password: passwords[role], firstName, lastName, phone, address };
}

type DemoServices = Pick<Services, 'db' | 'log'> & PickupChangeServices;

/** Creates or reopens the demo's accounts and returns their credentials. Changes nothing else in existing accounts. */
export async function openDemo(services: DemoServices): Promise<DemoSignIn[]> {
  const usernames = demoAccounts.map(({ username }) => username);
  const existing = await findDemoCandidates(services.db, usernames, demoAccounts.map(emailOf));
  const signIns = await Promise.all(demoAccounts.map((demo) => openDemoAccount(services, demo, existing)));
  return signIns.filter((signIn) => signIn !== undefined);
}

/** Closes every demo account: outside demo mode, nobody may sign in with a published password. */
export async function closeDemo(services: DemoServices): Promise<DemoSignIn[]> {
  for (const id of await findOpenDemoIds(services.db)) {
    await inTransaction(services.db, async (trx) => {
      const user = await lockUser(trx, id);
      if (user) await closeAccount(services, trx, user);
    });
  }
  return [];
}

async function openDemoAccount(
  services: DemoServices,
  demo: DemoAccount,
  existing: readonly DemoRow[],
): Promise<DemoSignIn | undefined> {
  const email = emailOf(demo);
  const rows = existing.filter((row) => row.email === email || row.username.toLowerCase() === demo.username);
  const own = rows.find((row) => row.isDemo);
  if (own) {
    if (!own.isActive) await setActive(services.db, own.id, true, services.clock());
    return { role: own.role, username: own.username, password: demo.password };
  }
  try {
    await createAccount(services, { ...demo, email, isDemo: true });
  } catch (error) {
    // Another process created it first, or a user already has the name. Neither may stop the server from starting.
    if (!(error instanceof Refusal)) throw error;
    const [found] = await findDemoCandidates(services.db, [demo.username], [email]);
    services.log.warn(`the demo account ${demo.username} was not created: ${error.message}`);
    if (!found?.isDemo) return undefined;
  }
  return { role: demo.role, username: demo.username, password: demo.password };
}

function emailOf({ username }: DemoAccount): string {
  return `${username}@stoop.example`;
}
