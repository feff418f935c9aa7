import type { Role } from '../../contract/accounts.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { PickupChangeServices, Services } from '../services.ts';
import { closeAccount } from './members/deactivate-account.ts';
import { createAccount } from './registration/create-account.ts';
import { type DemoRow, findDemoCandidates, findOpenDemoIds, lockUser, setActive } from './store.ts';

export interface DemoSignIn {
  role: Role;
  username: string;
  password: string;
}

interface DemoAccount extends DemoSignIn {
  lastName: string;
  phone: string;
  address: string;
}

/** The demo's accounts. Their passwords are public, so outside demo mode these accounts are closed (`closeDemo`). */
const demoAccounts: readonly DemoAccount[] = [
  {
    role: 'admin',
    username: 'dispatch',
    password: 'Dispatch7am!',
    lastName: 'Dispatcher',
    phone: '(215) 555-0110',
    address: '1515 Market St, Philadelphia, PA 19102',
  },
  {
    role: 'driver',
    username: 'driver-one',
    password: 'Driver7am!',
    lastName: 'Driver One',
    phone: '(215) 555-0111',
    address: '2600 E Tioga St, Philadelphia, PA 19134',
  },
  {
    role: 'driver',
    username: 'driver-two',
    password: 'Driver7am!',
    lastName: 'Driver Two',
    phone: '(215) 555-0112',
    address: '1900 S 24th St, Philadelphia, PA 19145',
  },
  {
    role: 'customer',
    username: 'customer-one',
    password: 'Customer7am!',
    lastName: 'Customer One',
    phone: '(215) 555-0113',
    address: '742 S 10th St, Philadelphia, PA 19147',
  },
  {
    role: 'customer',
    username: 'customer-two',
    password: 'Customer7am!',
    lastName: 'Customer Two',
    phone: '(215) 555-0114',
    address: '2214 Fairmount Ave, Philadelphia, PA 19130',
  },
  {
    role: 'customer',
    username: 'customer-three',
    password: 'Customer7am!',
    lastName: 'Customer Three',
    phone: '(215) 555-0115',
    address: '4521 Baltimore Ave, Philadelphia, PA 19143',
  },
];

type DemoServices = Pick<Services, 'db' | 'log'> & PickupChangeServices;

/** Creates the demo's accounts, or reopens them, and returns their credentials. Existing accounts stay unchanged. */
export async function openDemo(services: DemoServices): Promise<DemoSignIn[]> {
  const usernames = demoAccounts.map((account) => account.username);
  const existing = await findDemoCandidates(services.db, usernames, demoAccounts.map(emailOf));
  const signIns = await Promise.all(demoAccounts.map((account) => openDemoAccount(services, account, existing)));
  return signIns.filter((signIn) => signIn !== undefined);
}

/** Closes every demo account: outside demo mode nobody may sign in with a published password. */
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
  account: DemoAccount,
  existing: readonly DemoRow[],
): Promise<DemoSignIn | undefined> {
  const email = emailOf(account);
  const rows = existing.filter((row) => row.email === email || row.username.toLowerCase() === account.username);
  const own = rows.find((row) => row.isDemo);
  if (own) {
    if (!own.isActive) await setActive(services.db, own.id, true, services.clock());
    return { role: own.role, username: own.username, password: account.password };
  }
  try {
    await createAccount(services, { ...account, email, firstName: 'Demo', isDemo: true });
  } catch (error) {
    // Another process created it first, or a user already has the name. Neither may stop the server from starting.
    if (!(error instanceof Refusal)) throw error;
    const [found] = await findDemoCandidates(services.db, [account.username], [email]);
    services.log.warn(`the demo account ${account.username} was not created: ${error.message}`);
    if (!found?.isDemo) return undefined;
  }
  return { role: account.role, username: account.username, password: account.password };
}

function emailOf(account: DemoAccount): string {
  return `${account.username}@stoop.example`;
}
