import type { Db } from '../../database/transaction.ts';
import { listPushable } from '../../push/send-push.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Reach, textNumberOf } from './preference-rules.ts';
import { listChoices, listPeople, type Person } from './preferences.store.ts';

/** Loads people's choices and the ways to reach them, by id. Deleted accounts are left out. */
export async function readReach(
  { settings }: { settings: Pick<Settings, 'twilio'> },
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, Reach>> {
  const ids = [...new Set(userIds)];
  const [people, choices] = [await listPeople(db, ids), await listChoices(db, ids)];
  const devices = await listPushable(db, ids);
  const choicesOf = Map.groupBy(choices, ({ userId }) => userId);
  return new Map(
    people.map((person) => [
      person.id,
      {
        choices: choicesOf.get(person.id) ?? [],
        hasDevice: devices.has(person.id),
        textNumber: settings.twilio === undefined ? null : agreedNumber(person),
      },
    ]),
  );
}

/** Returns the number that the person agreed to get texts at. The consent ends when the account gets another number. */
function agreedNumber({ phone, consentPhone }: Person): string | null {
  const number = textNumberOf(phone);
  return number !== null && number === consentPhone ? number : null;
}
