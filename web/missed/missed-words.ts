import type { IncompleteReason } from '../../contract/drivers.ts';
import type { Evidence, MissedDetails, MissedState } from '../../contract/pickups/missed.ts';
import { type Pickup, statusLabels } from '../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { reportsOpenAt } from '../../contract/values/time/missed-window.ts';
import { dayText, incompleteReasonText, onDay, timeText } from '../pickups/pickup-words.ts';
import { moneyText } from '../ui/text/money-text.ts';

/** The texts of the card about a missed pickup. */
export interface MissedWords {
  readonly title: string;
  readonly text: string;
  /** Shown in brick red: something went wrong. */
  readonly isBad?: true;
}

/** Returns the texts of the card; null when there is nothing to say. */
export function missedWordsOf(state: MissedState, pickup: Pickup, now: Date): MissedWords | null {
  switch (state.phase) {
    case 'coming':
      return comingWords(state, pickup, now);
    case 'wait':
    case 'open':
      return recordWords(state, now);
    case 'reported':
      return reportedWords(state, now);
    case 'none':
      return elseWords(state, now);
  }
}

function comingWords({ estimatedArrival }: MissedState, { scheduledDate }: Pickup, now: Date): MissedWords {
  const day = scheduledDate ? dateKeyOf(new Date(scheduledDate)) : dateKeyOf(now);
  const isLate = now >= reportsOpenAt(day);
  const when = estimatedArrival && new Date(estimatedArrival) > now ? timeText(estimatedArrival) : null;
  if (isLate) {
    const estimate = when ? ` We now expect to be there around ${when}.` : '';
    return {
      title: "We're running late",
      text: `Your driver is still on the route.${estimate} Please leave your bags out.`,
    };
  }
  const estimate = when ? `We expect to be there around ${when}.` : 'Your pickup is still planned for today.';
  return { title: 'Waiting for us?', text: `${estimate} If we haven't come by 6:00 PM, you can report it here.` };
}

/** Returns the texts before the customer reports anything. */
function recordWords(state: MissedState, now: Date): MissedWords {
  const { verdict, evidence } = state;
  const report = reportText(state, now);
  if (evidence === null) {
    return { title: 'Nobody came?', text: `We have no visit on record. ${report}`, isBad: true };
  }
  if (evidence.status === 'completed') {
    return { title: 'Not picked up?', text: `Your driver marked it done${visitText(evidence, now)}. ${report}` };
  }
  const why = `${whyText(evidence)}${visitText(evidence, now)}.`;
  if (verdict === 'recover') {
    return {
      title: "We're sorry",
      text: `${why} ${report}`,
      isBad: true,
    };
  }
  return { title: "Your pickup wasn't completed", text: `${why} ${report}`, isBad: true };
}

function reportText({ phase, opensAt, until, verdict }: MissedState, now: Date): string {
  const can = verdict === 'evidence' ? 'You can book a return trip, or message the dispatcher' : 'You can report it';
  if (phase === 'wait') {
    return `${can} when the route is done${opensAt ? `, or from ${timeText(opensAt)}` : ''}.`;
  }
  if (until === null) return '';
  // The last minute of the window, because "until 12:00 AM" names another day.
  const last = new Date(Date.parse(until) - 60_000);
  const end = `${timeText(last.getTime())} ${onDay(last, now)}`;
  return verdict === 'recover' ? `Report it by ${end}, and we'll come back at no charge.` : `${can} until ${end}.`;
}

const whyTexts: Record<IncompleteReason, string> = {
  'not-out': "We didn't find any bags out",
  'no-access': "We couldn't get to your bags",
  'extra-items': 'There was more out than you booked, so we left it',
  other: "We couldn't complete it",
};

/** Returns why the pickup was not completed, as a sentence without a period. */
function whyText({ status, incompleteReason }: Evidence): string {
  if (status === 'issue') return 'There was an issue with your pickup';
  return whyTexts[incompleteReason ?? 'other'];
}

/** " today at 9:12 AM", " on Mon, Nov 23 at 9:12 AM" */
function visitText({ visitedAt }: Pick<Evidence, 'visitedAt'>, now: Date): string {
  return visitedAt === null ? '' : ` ${onDay(new Date(visitedAt), now)} at ${timeText(visitedAt)}`;
}

function reportedWords({ report }: MissedState, now: Date): MissedWords | null {
  if (!report) return null;
  const { recovery } = report;
  switch (report.state) {
    case 'open': {
      const by = `${timeText(report.decideBy)} ${onDay(new Date(report.decideBy), now)}`;
      return {
        title: 'We got your report',
        text: `A dispatcher will check it and decide by ${by}. We'll tell you here and by email.`,
      };
    }
    case 'not-missed': {
      return {
        title: 'We checked your report',
        text: `We don't think it was missed. ${report.reason ?? ''}`.trim(),
      };
    }
    case 'missed':
    case 'recovered':
    case 'closed':
      return { title: "We're sorry we missed you", text: recoveryText(report, recovery, now) };
  }
}

type Report = NonNullable<MissedState['report']>;

function recoveryText({ state, reportedAt }: Report, recovery: Pickup | null, now: Date): string {
  if (!recovery?.scheduledDate) return "We'll call you to find a new date.";
  if (recovery.status === 'cancelled') return 'The pickup that replaced it was cancelled.';
  const when = onDay(new Date(recovery.scheduledDate), now);
  if (recovery.status === 'completed') return `We came back ${when}.`;
  const isFree = state === 'missed' && recovery.recoveryOf;
  const cost = isFree ? "It's free of charge." : "You're first on the route, and it costs nothing extra.";
  return `You reported it on ${formatDateKey(dateKeyOf(new Date(reportedAt)))}. We're coming back ${when}. ${cost}`;
}

/** Returns the texts when nothing can be reported: about the return trip, or about a closed report. */
function elseWords({ report, returnTrip }: MissedState, now: Date): MissedWords | null {
  if (returnTrip?.pickup) {
    const { scheduledDate, paymentStatus, amount } = returnTrip.pickup;
    const when = scheduledDate ? ` ${onDay(new Date(scheduledDate), now)}` : '';
    const isPaid = paymentStatus !== 'pending';
    return {
      title: isPaid ? 'Your return trip is booked' : 'Pay for your return trip',
      text: isPaid ? `We're coming back${when}.` : `We'll come back${when} once ${moneyText(amount)} is paid.`,
    };
  }
  if (report?.state !== 'closed') return null;
  return {
    title: 'Your report is closed',
    text: 'Your pickup has changed since you reported it. Its new status and date are on this page.',
  };
}

/** "Missed: come back" or "Missed: free pickup", for the dispatcher. */
export function missedLabel({ status }: Pick<Evidence, 'status'>): string {
  return status === 'completed' ? 'Missed: free pickup' : 'Missed: come back';
}

/** Returns the suggested reason, which the dispatcher can send unchanged. */
export function usualReason({ evidence }: Pick<MissedDetails, 'evidence'>): string {
  const { visitedAt, status, photos } = evidence;
  // Not "today", because the customer may read it tomorrow.
  const when = visitedAt ? ` on ${formatDateKey(dateKeyOf(new Date(visitedAt)))} at ${timeText(visitedAt)}` : '';
  const photo = photos.length > 0 ? " The photo is on your pickup's page." : '';
  if (status === 'completed') return `Our driver picked up your bags${when}.${photo}`;
  return `${whyText(evidence)} when our driver came${when}.${photo}`;
}

/** Returns what the driver recorded: "Completed today at 9:12 AM", "Nothing was out today at 9:12 AM". */
export function recordText(evidence: Evidence, now: Date): string {
  const { status, incompleteReason } = evidence;
  const what = status === 'incomplete' ? incompleteReasonText(incompleteReason) : statusLabels[status];
  return `${what}${visitText(evidence, now)}`;
}

/** "Decide by Tue, Nov 24, 9:00 AM"; "Decide by tomorrow, 9:00 AM"; "Overdue since 9:00 AM" */
export function deadlineText({ decideBy }: Pick<MissedDetails, 'decideBy'>, now: Date): string {
  const by = new Date(decideBy);
  const day = dayText(dateKeyOf(by), dateKeyOf(now));
  const when = day === 'Today' ? timeText(decideBy) : `${day.replace('Tomorrow', 'tomorrow')}, ${timeText(decideBy)}`;
  return by <= now ? `Overdue since ${when}` : `Decide by ${when}`;
}
