import type { SecondFactorStatus } from '../../../contract/accounts/second-factor.ts';
import type { Db } from '../../database/transaction.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { clearFactor, readFactor, setConfirmed, setRecoveryCodes } from '../second-factor/second-factor.store.ts';
import type { FactorServices, GivenCodes } from '../second-factor/spend-factor.ts';
import { deleteSessionsOf } from '../sign-in/sign-in.store.ts';
import type { Origin } from '../sign-in/verify-attempt.ts';
import { factorOff, proveFactor } from './prove-factor.ts';

/** Lets signed-in users manage their own second factor once it is on. */

type Caller = Origin & { id: string; sid: string };
type Proof = GivenCodes & { currentPassword: string };

export async function getFactorStatus(db: Db, userId: string): Promise<SecondFactorStatus> {
  const row = await readFactor(db, userId);
  return { enabled: row?.twoFactorEnabled ?? false, recoveryCodesLeft: row?.twoFactorRecoveryCodes.length ?? 0 };
}

/** Replaces all recovery codes, used or not, and returns the new ones. Throws as `proveFactor` does. */
export async function replaceRecoveryCodes(services: FactorServices, caller: Caller, proof: Proof): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes();
  await proveFactor(services, caller, proof, async (trx) => {
    await setRecoveryCodes(trx, caller.id, hashes, services.clock());
    await recordFactorChange(services, trx, { userId: caller.id, actorId: caller.id, change: 'codes_replaced' });
  });
  return codes;
}

/** Turns two-factor sign-in off and ends the account's other sessions. Throws as `proveFactor` does. */
export async function disableFactor(services: FactorServices, caller: Caller, proof: Proof): Promise<void> {
  await proveFactor(services, caller, proof, async (trx) => {
    if (!(await clearFactor(trx, caller.id, services.clock()))) throw factorOff();
    await deleteSessionsOf(trx, caller.id, caller.sid);
    await recordFactorChange(services, trx, { userId: caller.id, actorId: caller.id, change: 'factor_disabled' });
  });
}

/** Proves the second factor again for this session. Throws as `proveFactor` does. */
export async function confirmSession(services: FactorServices, caller: Caller, given: GivenCodes): Promise<void> {
  await proveFactor(services, caller, given, async (trx) => {
    await setConfirmed(trx, caller.sid, services.clock());
  });
}
