import type { Db } from '../../database/transaction.ts';
import { listPushable } from '../../push/send-push.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Reach, textNumberOf } from './preference-rules.ts';
import { listChoices, listPeople, type Person } from './preferences.store.ts';

/** Reads what people have chosen and how they can be reached, by their ids. Deleted accounts are left out. */
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

/** A consent is for one number: with another one, the person has agreed to nothing. */
function agreedNumber({ phone, consentPhone }: Person): string | null {
  const number = textNumberOf(phone);
  return number !== null && number === consentPhone ? number : null;
}
