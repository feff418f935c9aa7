import { sql } from 'kysely';
import type { MessageKind } from '../../../contract/messages/messages.ts';
import type { Person } from '../accounts/people.ts';
import type { TestApp } from '../app.ts';
import type { SentMail } from '../services/mails.ts';

/**
 * Returns the messages about a pickup or another subject, oldest first. Messages of the bell are included only if their
 * kind is requested.
 */
export async function listMessagesOf(t: TestApp, subjectId: string, kind?: MessageKind) {
  return await t.db
    .selectFrom('messages')
    .selectAll()
    .where('subjectId', '=', subjectId)
    .where((eb) => (kind === undefined ? eb('kind', '<>', 'notice') : eb('kind', '=', kind)))
    .orderBy('id')
    .execute();
}

/** Returns the oldest message of a kind. Throws without one. */
export async function findTheMessage(t: TestApp, subjectId: string, kind: MessageKind) {
  const [message] = await listMessagesOf(t, subjectId, kind);
  if (!message) throw new Error(`no ${kind} message`);
  return message;
}

/** Returns the emails to a person, without the one that verifies the address. */
export async function listMailsTo(t: TestApp, { email }: Pick<Person, 'email'>): Promise<SentMail[]> {
  return (await t.mails()).filter(({ to, subject }) => to === email && !subject.startsWith('Verify'));
}

/** Runs every job, including delayed ones: jobs wait by the database's clock, which no test sets. */
export async function runAllJobs(t: TestApp): Promise<void> {
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`.execute(t.db);
  await t.runJobs();
}
