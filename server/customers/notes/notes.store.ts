import type { Insertable } from 'kysely';
import type { CustomerNotesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** A note with its author's names. */
export interface NoteRow {
  id: string;
  customerId: string;
  authorId: string;
  text: string;
  createdAt: Date;
  username: string;
  firstName: string | null;
  lastName: string | null;
}

function selectNotes(db: Db) {
  return db
    .selectFrom('customer_notes')
    .innerJoin('users', 'users.id', 'customer_notes.authorId')
    .selectAll('customer_notes')
    .select(['users.username', 'users.firstName', 'users.lastName']);
}

export async function listNotes(db: Db, customerId: string, most: number): Promise<NoteRow[]> {
  return await selectNotes(db)
    .where('customer_notes.customerId', '=', customerId)
    .orderBy('customer_notes.createdAt', 'desc')
    .orderBy('customer_notes.id', 'desc')
    .limit(most)
    .execute();
}

export async function findNote(db: Db, id: string): Promise<NoteRow | undefined> {
  return await selectNotes(db).where('customer_notes.id', '=', id).executeTakeFirst();
}

/** Inserts a note. Returns false if one with its id exists. */
export async function insertNote(trx: Db, note: Insertable<CustomerNotesTable>): Promise<boolean> {
  const inserted = await trx
    .insertInto('customer_notes')
    .values(note)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a note about this customer. Returns false if another request has deleted it. */
export async function deleteNote(trx: Db, id: string, customerId: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('customer_notes')
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
