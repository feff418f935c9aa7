import type { ReportState } from '../../contract/pickups/missed.ts';
import { bagsText } from '../../contract/pickups.ts';
import { formatDateKey } from '../../contract/values/dates.ts';
import type { Mail } from '../external/mail/mail.ts';
import { writeMail } from '../mail/letter.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Settings } from '../settings/settings.ts';

interface News {
  to: string;
  username: string;
  state: Extract<ReportState, 'recovered' | 'missed' | 'not-missed'>;
  reported: Pick<PickupRow, 'id' | 'address'>;
  /** The day of the visit. */
  day: string;
  /** What makes up for it; null when it was judged not missed. */
  recovery: Pick<PickupRow, 'id' | 'bagCount' | 'scheduledDay'> | null;
  reason: string | null;
}

/** The outcome of a customer's report that a pickup was missed. */
export function reportNewsMail(settings: Settings, news: News): Mail {
  const { to, username, reported, recovery } = news;
  const page = (id: string) => `${settings.appUrl}/pickup-history/${id}`;
  const greeting = `Hi ${username},`;
  const reportedDay = formatDateKey(news.day, 'long');
  if (!recovery?.scheduledDay) {
    return writeMail(settings, {
      ...{ to, greeting, subject: `About your pickup on ${reportedDay}` },
      paragraphs: [
        `You reported your pickup on ${reportedDay} at ${reported.address} as missed. We checked it, and we don't think it was.`,
        ...(news.reason ? [`Here's why: ${news.reason}`] : []),
      ],
      button: { label: 'See photos and times', url: page(reported.id) },
      notes: ["If that doesn't sound right, please call or email us. You can also book another pickup."],
    });
  }
  const day = formatDateKey(recovery.scheduledDay, 'long');
  const isFree = recovery.id !== reported.id;
  return writeMail(settings, {
    ...{ to, greeting, subject: `We're sorry we missed you. We're coming on ${day}` },
    paragraphs: [
      `We're sorry we missed your pickup on ${reportedDay}. We'll pick up ${bagsText(recovery.bagCount)} at ${reported.address} on ${day}.`,
      isFree ? 'This pickup is free of charge.' : "It costs you nothing extra, and you're first on the route.",
    ],
    button: { label: 'See your pickup', url: page(recovery.id) },
    notes: ['Please have your bags at the curb by 7 AM.'],
  });
}
