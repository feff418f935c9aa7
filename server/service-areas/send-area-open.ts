import type { Mail } from '../external/mail/mail.ts';
import { writeMail } from '../mail/letter.ts';
import { sendUnlessRefused } from '../mail/send-to-address.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import { isZipServed } from './store.ts';
import { claimWaiting, deleteWaiting, releaseWaiting } from './waiting.store.ts';

/** A worker that died while it sent an email holds its entry for so long. */
const claimMs = 10 * 60_000;

/**
 * Tells somebody on the waiting list that we serve the ZIP code now, once: the entry is deleted with the email. Sends nothing when
 * the entry is gone, another worker has it, or the area has closed again; then the entry waits for the next opening.
 */
export async function sendAreaOpen(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'settings'>,
  waitingId: string,
): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock();
  const entry = await claimWaiting(db, waitingId, { now, staleBefore: new Date(now.getTime() - claimMs) });
  if (!entry) return;
  try {
    if (!(await isZipServed(db, entry.zip))) return await releaseWaiting(db, waitingId);
    await sendUnlessRefused(services, areaOpenMail(settings, entry));
  } catch (error) {
    await releaseWaiting(db, waitingId);
    throw error;
  }
  await deleteWaiting(db, waitingId);
}

export function areaOpenMail(settings: Settings, { email, zip }: { email: string; zip: string }): Mail {
  return writeMail(settings, {
    to: email,
    subject: `${settings.brandName} now picks up in ${zip}`,
    greeting: 'Hello,',
    paragraphs: [
      `You asked us to tell you when we serve ${zip}. Now we do: book a one-time pickup or a monthly plan whenever you like.`,
    ],
    button: { label: 'Get started', url: `${settings.appUrl}/register?zip=${zip}` },
    notes: ["This is the only email about it. We've taken your address off the waiting list."],
  });
}
