import { type AttentionKind, attentionKinds } from '../../contract/attention.ts';
import type { Change } from '../audit/record-change.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { settleRefund } from '../payments/refunds/settle-refund.ts';
import { Refusal } from '../refusal.ts';
import type { Services, WritesMessages } from '../services.ts';
import { attentionFacts } from './attention-facts.ts';
import { type AttentionRow, findOne, insertDismissal } from './list-attention.store.ts';

/**
 * Dismisses an item in its present state and records the person and the reason. A refused refund is settled with that:
 * staff paid it another way. Dismissing it again changes nothing.
 * Throws 404 when the item no longer exists, and 409 when `state` is given and the item has another state.
 */
export async function dismissAttention(
  services: WritesMessages & Pick<Services, 'db'>,
  actorId: string,
  { key, state, word }: { key: string; state?: string | undefined; word: string },
): Promise<void> {
  const about = parseKey(key);
  await inTransaction(services.db, async (trx) => {
    const found = about && (await findOne(trx, about, attentionFacts(services)));
    if (!found) throw new Refusal(404, 'This has already been resolved.');
    if (state !== undefined && state !== found.state) {
      throw new Refusal(409, 'This has just changed. Please check it again.', { code: 'changed_meanwhile' });
    }
    const item = { kind: found.kind, subject: found.subject, state: found.state };
    const isNew = await insertDismissal(trx, { ...item, word, dismissedBy: actorId, dismissedAt: services.clock() });
    if (!isNew) return;
    if (found.kind === 'refund-failed') await settleRefund(services, trx, found.subject, word);
    const line = { actorId, action: 'dismissed', details: { what: found.kind, word } } as const;
    await recordChanges(
      services,
      trx,
      subjectsOf(found).map((subject) => ({ ...line, ...subject })),
    );
  });
}

function parseKey(key: string): { kind: AttentionKind; subject: string } | undefined {
  const [name, ...rest] = key.split(':');
  const kind = attentionKinds.find((one) => one === name);
  return kind && { kind, subject: rest.join(':') };
}

/** Returns the subject whose trail gets the dismissal: the pickup, else the customer or the driver. */
function subjectsOf({ pickupId, customerId, driverId }: AttentionRow): Pick<Change, 'subject' | 'subjectId'>[] {
  if (pickupId) return [{ subject: 'pickup', subjectId: pickupId }];
  const personId = customerId ?? driverId;
  return personId ? [{ subject: 'user', subjectId: personId }] : [];
}
