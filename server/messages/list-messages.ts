import type { MessageKind, SentMessage } from '../../contract/messages.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { Services } from '../services.ts';
import { listOfRecipient, type MessageRow } from './store.ts';

const mostListed = 50;

/** The messages to a customer, newest first. Throws 404. */
export async function listMessages({ db }: Pick<Services, 'db'>, customerId: string): Promise<SentMessage[]> {
  await requireCustomer(db, customerId);
  return (await listOfRecipient(db, customerId, mostListed)).map(present);
}

function present(row: MessageRow): SentMessage {
  const { id, channel, subject, subjectId, sentAt, droppedAt, failedAt, failure } = row;
  const outcome = sentAt ? 'sent' : droppedAt ? 'dropped' : failedAt ? 'failed' : 'waiting';
  return {
    ...{ id, channel, outcome },
    kind: row.kind as MessageKind,
    pickupId: subject === 'pickup' ? subjectId : null,
    reason: outcome === 'sent' ? null : (row.dropReason ?? failure),
    createdAt: row.createdAt.toISOString(),
    settledAt: (sentAt ?? droppedAt ?? failedAt)?.toISOString() ?? null,
  };
}
