import { notServedCode } from '../../contract/service-areas.ts';
import { zipCodeOf } from '../../contract/values/zip-code.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { servedZips } from './rules.ts';
import { isZipServed, listAreas } from './service-areas.store.ts';

/** Returns the served ZIP codes, to check many addresses at once; null if every ZIP code is served. */
export async function readServedZips(db: Db): Promise<ReadonlySet<string> | null> {
  return servedZips(await listAreas(db));
}

/** Returns true if we serve an address. An address without a readable ZIP code counts as served. */
export async function isServed(db: Db, address: string): Promise<boolean> {
  const zip = zipCodeOf(address);
  return zip === null || (await isZipServed(db, zip));
}

/**
 * Throws 409 for an address whose ZIP code is in no active area (AREA-2). Call it in the transaction that opens the
 * payment or books without one. An address without a readable ZIP code passes.
 */
export async function requireServed(trx: Db, address: string): Promise<void> {
  const zip = zipCodeOf(address);
  if (zip === null || (await isZipServed(trx, zip))) return;
  throw new Refusal(409, `We don't serve ${zip} yet.`, { code: notServedCode, errors: { zip } });
}
