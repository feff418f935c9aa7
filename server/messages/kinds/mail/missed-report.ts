import { bagsText } from '../../../../contract/pickups.ts';
import { formatDateKey } from '../../../../contract/values/time/dates.ts';
import { readReportNews } from '../../../missed/read-report-news.ts';
import type { MailKind } from '../kind.ts';

/** Tells a customer the outcome of their report that a pickup was missed. `subjectId` is the pickup. */
export const missedReport: MailKind = {
  subject: 'pickup',
  write: async ({ db, settings: { appUrl } }, { details: { reportId, state } }, { username }) => {
    const news = await readReportNews(db, reportId ?? '', state ?? '');
    if ('whyUntrue' in news) return news;
    const { reported, recovery } = news;
    const page = (id: string) => `${appUrl}/pickup-history/${id}`;
    const greeting = `Hi ${username},`;
    const reportedDay = formatDateKey(news.day, 'long');
    if (!recovery?.scheduledDay) {
      return {
        ...{ greeting, subject: `About your pickup on ${reportedDay}` },
        paragraphs: [
          `You reported your pickup on ${reportedDay} at ${reported.address} as missed. We checked it, and we don't think it was.`,
          ...(news.reason ? [`Here's why: ${news.reason}`] : []),
        ],
        button: { label: 'See photos and times', url: page(reported.id) },
        notes: ["If that doesn't sound right, please call or email us. You can also book another pickup."],
      };
    }
    const day = formatDateKey(recovery.scheduledDay, 'long');
    const isFree = recovery.id !== reported.id;
    return {
      ...{ greeting, subject: `We're sorry we missed you. We're coming on ${day}` },
      paragraphs: [
        `We're sorry we missed your pickup on ${reportedDay}. We'll pick up ${bagsText(recovery.bagCount)} at ${reported.address} on ${day}.`,
        isFree ? 'This pickup is free of charge.' : "It costs you nothing extra, and you're first on the route.",
      ],
      button: { label: 'See your pickup', url: page(recovery.id) },
      notes: ['Please have your bags at the curb by 7 AM.'],
    };
  },
};
