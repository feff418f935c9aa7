import type { MessageKind, SentMessage } from '../../contract/messages/messages.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { Services } from '../services.ts';
import { listOfRecipient, type MessageRow } from './messages.store.ts';

const mostListed = 50;

/** Lists the messages to a customer, newest first. Throws 404. */
export async function listMessages({ db }: Pick<Services, 'db'>, customerId: string): Promise<SentMessage[]> {
  await requireCustomer(db, customerId);
  return (await listOfRecipient(db, customerId, mostListed)).map(present);
}

function present(row: MessageRow): SentMessage {
  const { id, channel, title, subject, subjectId, sentAt, droppedAt, failedAt, failure, deliveredAt } = row;
  const outcome = outcomeOf(row);
  return {
    ...{ id, channel, title, outcome },
    kind: row.kind as MessageKind,
    pickupId: subject === 'pickup' ? subjectId : null,
    reason: outcome === 'sent' || outcome === 'delivered' ? null : (row.dropReason ?? failure),
    createdAt: row.createdAt.toISOString(),
    outcomeAt: (deliveredAt ?? failedAt ?? sentAt ?? droppedAt)?.toISOString() ?? null,
  };
}

/** A failure counts before `sentAt`, because the provider may report that a sent text didn't arrive. */
function outcomeOf({ sentAt, droppedAt, failedAt, deliveredAt }: MessageRow): SentMessage['outcome'] {
  if (deliveredAt) return 'delivered';
  if (failedAt) return 'failed';
  return sentAt ? 'sent' : droppedAt ? 'dropped' : 'waiting';
}
