import type { CustomerNote } from '../../../contract/customers.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { requireCustomer } from '../../accounts/members/require-customer.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { deleteNote, findNote, insertNote, listNotes as listRows, type NoteRow } from './notes.store.ts';

/** The most notes listed, more than anyone writes about one customer. */
const mostNotes = 200;

/** Lists the notes about a customer, newest first. Throws 404. */
export async function listNotes({ db }: Pick<Services, 'db'>, customerId: string): Promise<CustomerNote[]> {
  await requireCustomer(db, customerId);
  return (await listRows(db, customerId, mostNotes)).map(presentNote);
}

/**
 * Adds a note with a line in the trail, once per `noteKey`. The trail doesn't contain the text, so a removed note is
 * gone. Throws 404, and 409 when the key belongs to another note.
 */
export async function addNote(
  services: Pick<Services, 'db' | 'clock'>,
  actorId: string,
  customerId: string,
  { text, noteKey }: { text: string; noteKey: string },
): Promise<CustomerNote> {
  await requireCustomer(services.db, customerId);
  return await inTransaction(services.db, async (trx) => {
    const note = { id: noteKey, customerId, authorId: actorId, text, createdAt: services.clock() };
    await writeNote(services, trx, note);
    const saved = await findNote(trx, noteKey);
    if (saved?.customerId !== customerId || saved.authorId !== actorId || saved.text !== text) {
      throw new Refusal(409, "We couldn't add this note. Please try again.");
    }
    return presentNote(saved);
  });
}

/** Inserts a note with a line in the trail, unless a note with its id exists. */
export async function writeNote(
  services: Pick<Services, 'clock'>,
  trx: Db,
  note: { id: string; customerId: string; authorId: string; text: string; createdAt: Date },
): Promise<void> {
  if (!(await insertNote(trx, note))) return;
  const { authorId: actorId, customerId: subjectId } = note;
  await recordChanges(services, trx, [{ actorId, action: 'note_added', subject: 'user', subjectId }]);
}

/** Removes a note with a line in the trail. Throws 404 when it is no longer there. */
export async function removeNote(
  services: Pick<Services, 'db' | 'clock'>,
  actorId: string,
  { id: customerId, noteId }: { id: string; noteId: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const note = await findNote(trx, noteId);
    if (!note || !(await deleteNote(trx, noteId, customerId))) throw new Refusal(404, 'Note not found');
    const line = { actorId, action: 'note_removed', subject: 'user', subjectId: customerId } as const;
    await recordChanges(services, trx, [{ ...line, details: { author: personName(note) } }]);
  });
}

function presentNote(row: NoteRow): CustomerNote {
  return { id: row.id, text: row.text, author: personName(row), createdAt: row.createdAt.toISOString() };
}
