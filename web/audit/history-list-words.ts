import type { AuditEntry, AuditSubject } from '../../contract/audit.ts';
import { serviceTimeZone } from '../../contract/values/dates.ts';

/** How a line of the trail is said to a person. */

export interface HistoryLine {
  /** Who did it, as they sign in. */
  readonly who: string;
  /** What they did: "assigned it to driver-one". */
  readonly did: string;
}

/** A line of the trail as a sentence. */
export function historyLineOf(entry: AuditEntry, subject: AuditSubject): HistoryLine {
  return { who: entry.actorUsername ?? 'The service', did: deeds[entry.action](entry.details, subject) };
}

type Details = AuditEntry['details'];

const deeds: Record<AuditEntry['action'], (details: Details, subject: AuditSubject) => string> = {
  assigned: ({ driver = 'a driver', before }) =>
    before && before !== driver ? `moved it from ${before} to ${driver}` : `assigned it to ${driver}`,
  completed: () => 'completed it',
  issue: () => 'reported an issue',
  incomplete: incompleteDeed,
  noted: ({ note }) => (note ? `noted: ${note}` : 'took the note away'),
  photographed: ({ moment }) => (moment ? `added the ${moment} photo` : 'added a photo'),
  rescheduled: rescheduledDeed,
  cancelled: ({ refund }) => (refund ? `cancelled it and gave back ${refund}` : 'cancelled it'),
  refunded: ({ refund, reason }) => `gave ${refund ?? 'money'} back${reason ? `: ${reason}` : ''}`,
  pinned: ({ stop }) => `pinned it as stop ${stop ?? ''}`,
  unpinned: () => 'let it go from its place in the route',
  given_back: () => 'took it from its driver; it is pending again',
  role_changed: ({ from, to }) => `changed the role${fromTo(from, to)}`,
  edited: editedDeed,
  paused: () => 'paused it',
  resumed: () => 'made it active again',
};

function incompleteDeed({ reason, note }: Details): string {
  const why = [reason, note].filter(Boolean).join(', ');
  return why ? `marked it incomplete: ${why}` : 'marked it incomplete';
}

function rescheduledDeed({ from, to, reason }: Details, subject: AuditSubject): string {
  const what = subject === 'subscription' ? 'a pickup' : 'it';
  // The trail keeps days: another time of the same day is a move from that day to itself.
  const isSameDay = to !== undefined && from === to;
  const move = `rescheduled ${what}${isSameDay ? ` to another time on ${to}` : fromTo(from, to)}`;
  return reason ? `${move}: ${reason}` : move;
}

const fieldNames: Record<string, string> = { package: 'package', price: 'price', bags: 'bag limit' };

/** The server says "6 to 8" of each field that was changed. */
function editedDeed(details: Details): string {
  const changes = Object.entries(fieldNames)
    .filter(([field]) => details[field])
    .map(([field, name]) => `the ${name} from ${details[field]}`);
  return changes.length > 0 ? `changed ${listed(changes)}` : 'changed it';
}

function fromTo(from: string | undefined, to: string | undefined): string {
  return `${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`;
}

/** "a, b and c" */
function listed(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}

const format = {
  timeZone: serviceTimeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;
const thisYearFormat = new Intl.DateTimeFormat('en-US', format);
const otherYearFormat = new Intl.DateTimeFormat('en-US', { ...format, year: 'numeric' });
const yearFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, year: 'numeric' });

/** "Nov 20, 9:12 PM" in New York; with the year where it is not this one. */
export function historyTimeText(instant: string, now: Date): string {
  const at = new Date(instant);
  return (yearFormat.format(at) === yearFormat.format(now) ? thisYearFormat : otherYearFormat).format(at);
}
