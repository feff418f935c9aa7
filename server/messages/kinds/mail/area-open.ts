import { leaveWaitingList, readWaiting } from '../../../service-areas/waiting-entry.ts';
import type { MailKind } from '../kind.ts';

/**
 * Tells a person on the waiting list that the ZIP code is served now. `subjectId` is the entry, which is deleted once
 * the email is sent.
 */
export const areaOpen: MailKind = {
  subject: 'waiting-list',
  isBulk: true,
  write: async ({ db, settings: { brandName, appUrl } }, { subjectId }) => {
    const waiting = await readWaiting(db, subjectId);
    if ('whyUntrue' in waiting) return waiting;
    const { email, zip } = waiting;
    return {
      to: email,
      subject: `${brandName} now picks up in ${zip}`,
      greeting: 'Hello,',
      paragraphs: [
        `You asked us to tell you when we serve ${zip}. Now we do: book a one-time pickup or a monthly plan whenever you like.`,
      ],
      button: { label: 'Get started', url: `${appUrl}/register?zip=${zip}` },
      notes: ["This is the only email about it. We've taken your address off the waiting list."],
    };
  },
  // Deletes the entry even when the mail server refuses the address, because nothing more can be sent there.
  afterSending: async (_services, trx, { subjectId }) => await leaveWaitingList(trx, subjectId),
};
