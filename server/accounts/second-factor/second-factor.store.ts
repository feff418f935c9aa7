import { sql } from 'kysely';
import type { Db } from '../../database/transaction.ts';

/** The SQL of the second factor. While `twoFactorEnabled` is false, `twoFactorSecret` is a key not enabled yet. */

export interface FactorRow {
  username: string;
  email: string;
  twoFactorEnabled: boolean;
  twoFactorSecret: string | null;
  twoFactorRecoveryCodes: string[];
}

export async function readFactor(db: Db, userId: string): Promise<FactorRow | undefined> {
  return await db
    .selectFrom('users')
    .select(['username', 'email', 'twoFactorEnabled', 'twoFactorSecret', 'twoFactorRecoveryCodes'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Stores a key that isn't enabled yet, in place of an earlier one. Returns false when two-factor sign-in is on. */
export async function saveNewKey(db: Db, userId: string, stored: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ twoFactorSecret: stored })
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Turns two-factor sign-in on. Returns false when it is already on, or this key isn't the newest one. */
export async function enableFactor(
  trx: Db,
  userId: string,
  enabled: { stored: string; step: number; recoveryHashes: string[]; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      twoFactorEnabled: true,
      twoFactorLastStep: enabled.step,
      twoFactorRecoveryCodes: enabled.recoveryHashes,
      updatedAt: enabled.now,
    })
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', false)
    .where('twoFactorSecret', '=', enabled.stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Accepts the code of a time step once. Returns false when a code of this step or a later one was accepted before. */
export async function spendStep(trx: Db, userId: string, stored: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ twoFactorLastStep: step })
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', true)
    .where('twoFactorSecret', '=', stored)
    .where('twoFactorLastStep', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Uses up a recovery code. Returns how many codes are left; undefined when this one is wrong or was used before. */
export async function spendRecoveryCode(trx: Db, userId: string, hash: string): Promise<number | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ twoFactorRecoveryCodes: sql<string[]>`array_remove("twoFactorRecoveryCodes", ${hash})` })
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', true)
    .where(sql<boolean>`${hash} = ANY("twoFactorRecoveryCodes")`)
    .returning(sql<number>`cardinality("twoFactorRecoveryCodes")`.as('left'))
    .executeTakeFirst();
  return row?.left;
}

export async function setRecoveryCodes(trx: Db, userId: string, hashes: string[], now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ twoFactorRecoveryCodes: hashes, updatedAt: now })
    .where('id', '=', userId)
    .execute();
}

/** Turns two-factor sign-in off and deletes its secrets. Returns false when it was off. */
export async function clearFactor(trx: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ twoFactorEnabled: false, twoFactorSecret: null, twoFactorLastStep: null, updatedAt: now })
    .set({ twoFactorRecoveryCodes: [] })
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records that a session has just proved the second factor. */
export async function setConfirmed(trx: Db, sid: string, now: Date): Promise<void> {
  await trx.updateTable('sessions').set({ confirmedAt: now }).where('sid', '=', sid).execute();
}
