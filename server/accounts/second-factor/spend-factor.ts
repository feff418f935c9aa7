import type { Db } from '../../database/transaction.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { recordFactorChange } from './record-factor-change.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { Factor } from './rules.ts';
import { readFactor, spendRecoveryCode, spendStep } from './second-factor.store.ts';
import { openKey } from './stored-key.ts';
import { stepOfCode } from './totp.ts';

/** A code from the app, or a recovery code. If both are given, the code from the app counts. */
export interface GivenCodes {
  twoFactorCode?: string | undefined;
  recoveryCode?: string | undefined;
}

export type FactorServices = Pick<Services, 'db' | 'log'> & WritesMessages;

/**
 * Uses up an account's code in the caller's transaction, so that it works once, even in a race. A rollback leaves it
 * unused. Returns the kind of code; undefined for a wrong or used code.
 */
export async function spendFactor(
  services: FactorServices,
  trx: Db,
  userId: string,
  given: GivenCodes,
): Promise<Factor | undefined> {
  if (given.twoFactorCode !== undefined) {
    return (await spendCode(services, trx, userId, given.twoFactorCode)) ? 'code' : undefined;
  }
  const left = await spendRecoveryCode(trx, userId, hashOfRecoveryCode(given.recoveryCode ?? ''));
  if (left === undefined) return undefined;
  await recordFactorChange(services, trx, { userId, actorId: userId, change: 'recovery_code_used', codesLeft: left });
  return 'recovery_code';
}

async function spendCode(services: FactorServices, trx: Db, userId: string, code: string): Promise<boolean> {
  const stored = (await readFactor(trx, userId))?.twoFactorSecret;
  if (!stored) return false;
  const key = openKey(stored, userId, services.settings.twoFactorKey);
  if (key === undefined) {
    services.log.error({ userId }, 'the key of a second factor could not be decrypted');
    return false;
  }
  const step = stepOfCode(key, code, services.clock());
  return step !== undefined && (await spendStep(trx, userId, stored, step));
}
