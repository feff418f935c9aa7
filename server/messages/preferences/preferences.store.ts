import type { Channel } from '../../../contract/messages/messages.ts';
import type { PreferenceGroup } from '../../../contract/messages/preferences.ts';
import { newSecretToken } from '../../accounts/secret-token.ts';
import { readSecret } from '../../database/read-secret.ts';
import type { Db } from '../../database/transaction.ts';
import type { Choice } from './preference-rules.ts';

/** A person whom messages may reach. */
export interface Person {
  readonly id: string;
  readonly phone: string | null;
  /** The number that the person agreed to get texts at. */
  readonly consentPhone: string | null;
}

export async function listPeople(db: Db, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('users')
    .leftJoin('text_consents', 'text_consents.userId', 'users.id')
    .select(['users.id', 'users.phone', 'text_consents.phone as consentPhone'])
    .where('users.id', 'in', ids)
    .where('users.deletedAt', 'is', null)
    .execute();
}

export async function listChoices(db: Db, userIds: readonly string[]): Promise<(Choice & { userId: string })[]> {
  if (userIds.length === 0) return [];
  return await db
    .selectFrom('message_preferences')
    .select(['userId', 'group', 'channel', 'isOn'])
    .where('userId', 'in', userIds)
    .execute();
}

export async function saveChoice(
  trx: Db,
  userId: string,
  choice: { group: PreferenceGroup; channel: Channel; isOn: boolean },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('message_preferences')
    .values({ ...choice, userId, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'group', 'channel']).doUpdateSet({ isOn: choice.isOn, updatedAt: now }),
    )
    .execute();
}

/** Deletes a person's choices for texts, because they were about another number. */
export async function forgetTextChoices(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('message_preferences').where('userId', '=', userId).where('channel', '=', 'sms').execute();
}

/** Locks a person, so that concurrent changes don't mix. Returns undefined for an unknown or deleted account. */
export async function lockPerson(trx: Db, id: string): Promise<Omit<Person, 'consentPhone'> | undefined> {
  return await trx
    .selectFrom('users')
    .select(['id', 'phone'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findPhone(db: Db, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirst();
  return user?.phone ?? null;
}

/** Returns the key that signs unsubscribe links. The first process that needs the key makes it. */
export async function readLinkSecret(db: Db): Promise<string> {
  return await readSecret(db, 'unsubscribe-link', newSecretToken());
}

/** Returns the ids of the admins who may sign in. */
export async function listDispatcherIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
