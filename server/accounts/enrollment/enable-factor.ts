import { inTransaction } from '../../database/transaction.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import { signInLimit } from '../rules.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { readFactor, enableFactor as saveEnabled, setConfirmed } from '../second-factor/second-factor.store.ts';
import type { FactorServices } from '../second-factor/spend-factor.ts';
import { openKey } from '../second-factor/stored-key.ts';
import { stepOfCode } from '../second-factor/totp.ts';
import { wrongCode } from '../second-factor/wrong-code.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';
import { factorOn } from './begin-factor.ts';

/**
 * Turns two-factor sign-in on with the first code of the new key. Ends the account's other sessions, which were opened
 * with the password alone. Returns the recovery codes. Throws 400 (wrong code), 409 (on, or not begun), 429.
 */
export async function enableFactor(
  services: FactorServices,
  actor: { id: string; sid: string },
  twoFactorCode: string,
  ip: string,
): Promise<string[]> {
  const { db, clock, settings } = services;
  await limitAttempts(services, signInLimit, ip);
  const row = await readFactor(db, actor.id);
  if (row?.twoFactorEnabled) throw factorOn();
  const stored = row?.twoFactorSecret ?? undefined;
  const key = stored && openKey(stored, actor.id, settings.twoFactorKey);
  if (!stored || !key) throw notBegun();
  const now = clock();
  const step = stepOfCode(key, twoFactorCode, now);
  if (step === undefined) throw wrongCode(400, { twoFactorCode });
  const { codes, hashes } = newRecoveryCodes();
  await inTransaction(db, async (trx) => {
    const isEnabled = await saveEnabled(trx, actor.id, { stored, step, recoveryHashes: hashes, now });
    if (!isEnabled) throw notBegun();
    await deleteSessionsOf(trx, actor.id, actor.sid);
    await setConfirmed(trx, actor.sid, now);
    await recordFactorChange(services, trx, { userId: actor.id, actorId: actor.id, change: 'factor_enabled' });
  });
  return codes;
}

function notBegun(): Refusal {
  return new Refusal(409, 'Please start again: this key is no longer valid.', { code: 'second_factor_not_begun' });
}
