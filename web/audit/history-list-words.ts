import type { AuditEntry, AuditSubject } from '../../contract/audit.ts';
import { serviceTimeZone } from '../../contract/values/time/dates.ts';

export interface HistoryLine {
  /** The username of the person who did it. */
  readonly who: string;
  /** What they did: "assigned it to driver-one". */
  readonly did: string;
}

export function historyLineOf(entry: AuditEntry, subject: AuditSubject): HistoryLine {
  // The person behind a failed sign-in is unknown.
  const nobody = entry.action === 'sign_in_failed' ? 'Someone' : 'The system';
  return { who: entry.actorUsername ?? nobody, did: deeds[entry.action](entry.details, subject) };
}

type Details = AuditEntry['details'];

const deeds: Record<AuditEntry['action'], (details: Details, subject: AuditSubject) => string> = {
  assigned: ({ driver = 'a driver', before }) =>
    before && before !== driver ? `moved it from ${before} to ${driver}` : `assigned it to ${driver}`,
  completed: () => 'completed it',
  issue: ({ note }) => `reported an issue${note ? `: ${note}` : ''}`,
  incomplete: incompleteDeed,
  undone: ({ was }) => `undid ${was ? `“${was}”` : 'it'}; it is scheduled again`,
  reopened: ({ reason }) => `reopened it${reason ? `: ${reason}` : ''}`,
  noted: ({ note }) => (note ? `noted: ${note}` : 'removed the note'),
  bags_counted: ({ bags = 'the', booked = 'what was' }) =>
    `counted ${bags} bags, with ${booked} booked; the price stays the same`,
  photographed: ({ moment }) => (moment ? `added the ${moment} photo` : 'added a photo'),
  rescheduled: rescheduledDeed,
  cancelled: ({ refund }) => (refund ? `cancelled it with a refund of ${refund}` : 'cancelled it'),
  refunded: ({ refund, reason }) => `asked for a refund${refund ? ` of ${refund}` : ''}${reason ? `: ${reason}` : ''}`,
  refund_retried: ({ refund }) => `tried the refund${refund ? ` of ${refund}` : ''} again`,
  rated: ({ rating, comment }) => `rated it ${rating ? `${rating} of 5` : ''}${comment ? `: “${comment}”` : ''}`.trim(),
  pinned: ({ stop }) => `pinned it as stop ${stop ?? ''}`,
  unpinned: () => 'unpinned it from its position in the route',
  given_back: () => 'unassigned it; it is pending again',
  booked: () => 'booked it by phone',
  held: () => 'held it: not paid by the deadline',
  payment_link_sent: ({ email }) => `emailed the payment link${email ? ` to ${email}` : ''}`,
  account_added: ({ file }) => (file ? `imported this customer from ${file}` : 'added this customer by phone'),
  note_added: () => 'added a note',
  note_removed: ({ author }) => `removed a note${author ? ` by ${author}` : ''}`,
  role_changed: ({ from, to }) => `changed the role${fromTo(from, to)}`,
  emptied: ({ site, tons }) => `emptied the truck${site ? ` at ${site}` : ''}${tons ? `: ${tons} tons` : ''}`,
  emptied_undone: ({ site }) => `undid “Emptied”${site ? ` at ${site}` : ''}`,
  ticket_changed: ({ site, tons }) =>
    `${tons ? `entered ${tons} tons` : 'removed the weight'}${site ? ` for the visit to ${site}` : ''}`,
  shift_changed: ({ day, from, to }) => `changed the hours${day ? ` on ${day}` : ''}${fromTo(from, to)}`,
  bulk_moved: ({ what }) => `moved several stops${what ? `: ${what}` : ''}`,
  bulk_undone: ({ what }) => `undid a change of several stops${what ? `: ${what}` : ''}`,
  factor_enabled: () => 'turned on two-factor sign-in',
  factor_disabled: () => 'turned off two-factor sign-in',
  factor_reset: () => 'reset two-factor sign-in',
  codes_replaced: () => 'made new recovery codes',
  recovery_code_used: ({ left }) => `used a recovery code${left ? `; ${left} left` : ''}`,
  edited: editedDeed,
  paused: () => 'paused it',
  resumed: () => 'reactivated it',
  cancel_scheduled: ({ end, reason }) => `cancelled it${end ? ` as of ${end}` : ''}${reason ? `: “${reason}”` : ''}`,
  cancel_withdrawn: () => 'undid the cancellation',
  put_on_hold: ({ from, until }) => `put it on hold${fromTo(from, until)}`,
  hold_ended: ({ on, until }) => `ended the hold${on ? ` early, on ${on}` : ''}${until ? ` instead of ${until}` : ''}`,
  skipped: ({ visit }) => `skipped a visit${visit ? ` on ${visit}` : ''}`,
  signed_in: (details) => `signed in${whereFrom(details)}`,
  sign_in_failed: (details) =>
    details.at === 'settings' ? 'entered a wrong current password' : `failed to sign in${whereFrom(details)}`,
  password_changed: ({ by }) =>
    by === 'operator'
      ? 'set a new password on the command line'
      : `changed the password${by === 'link' ? ' with an emailed link' : ''}`,
  email_changed: ({ from, to }) => `changed the email${fromTo(from, to)}`,
  username_changed: ({ from, to }) => `changed the username${fromTo(from, to)}`,
  sessions_ended: ({ device, count = 'all' }) =>
    `signed out ${device ? deviceText(device) : `${count} device${count === '1' ? '' : 's'}`}`,
  viewed: () => 'viewed this customer',
  data_exported: (_, subject) =>
    subject === 'import' ? "downloaded the rows that weren't imported" : "downloaded the account's data",
  report_exported: ({ table = 'a report', from, to }) => `downloaded the report of ${table}${fromTo(from, to)}`,
  account_deleted: () => 'deleted the account',
  reported_missed: ({ message }) => `reported it missed${message ? `: ${message}` : ''}`,
  missed_decided: ({ decision = '', reason }) => `decided the report: ${decision}${reason ? `, ${reason}` : ''}`,
  account_deactivated: () => 'deactivated the account',
  account_reactivated: () => 'reactivated the account',
  area_added: ({ name, added }) => `added the area ${name ?? ''}${added ? ` with ${added}` : ''}`,
  area_changed: areaDeed,
  area_removed: ({ name }) => `removed the area ${name ?? ''}`,
  site_added: ({ name = '', hours }) => `added the disposal site ${name}${hours ? `, ${hours}` : ''}`,
  site_changed: siteDeed,
  site_removed: ({ name }) => `removed the disposal site ${name ?? ''}`,
  truck_changed: truckDeed,
  settings_changed: settingsDeed,
  imported: () => 'imported the customers of this file',
  import_undone: () => 'undid the import',
  invited: ({ count = 'some' }) => `sent ${count} invitation${count === '1' ? '' : 's'}`,
  dismissed: ({ word }) => `dismissed it from Needs attention${word ? `: ${word}` : ''}`,
};

/** " with Chrome on Windows (203.0.113.9)" */
function whereFrom({ device, ip }: Details): string {
  return `${device ? ` with ${deviceText(device)}` : ''}${ip ? ` (${ip})` : ''}`;
}

const deviceText = (device: string) => (device === 'Unknown device' ? 'an unknown device' : device);

function incompleteDeed({ reason, note }: Details): string {
  const why = [reason, note].filter(Boolean).join(', ');
  return why ? `marked it incomplete: ${why}` : 'marked it incomplete';
}

function rescheduledDeed({ from, to, reason }: Details, subject: AuditSubject): string {
  const what = subject === 'subscription' ? 'a pickup' : 'it';
  // The audit entry stores dates only: a new time on the same day has equal dates.
  const isSameDay = to !== undefined && from === to;
  const move = `rescheduled ${what}${isSameDay ? ` to another time on ${to}` : fromTo(from, to)}`;
  return reason ? `${move}: ${reason}` : move;
}

const fieldNames: Record<string, string> = {
  package: 'package',
  price: 'price',
  bags: 'bag limit',
  days: 'service days',
  time: 'preferred time',
  'next plan': 'plan of the next month',
  phone: 'phone number',
  address: 'address',
};

/** Describes an edit. For each changed field, the details have a text such as "6 to 8". */
function editedDeed(details: Details): string {
  const changes = Object.entries(fieldNames)
    .filter(([field]) => details[field])
    .map(([field, name]) => `the ${name} from ${details[field]}`);
  return changes.length > 0 ? `changed ${listed(changes)}` : 'changed it';
}

function areaDeed({ name, state, fee, added, removed }: Details): string {
  const changes = [name && `the name from ${name}`, state && `it from ${state}`, fee && `the fee from ${fee}`].filter(
    Boolean,
  ) as string[];
  const zips = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean) as string[];
  return listed([...(changes.length > 0 ? [`changed ${listed(changes)}`] : []), ...zips]) || 'changed it';
}

function siteDeed({ state, ...details }: Details): string {
  const changes = Object.entries(siteNames)
    .filter(([field]) => details[field])
    .map(([field, name]) => `${name} from ${details[field]}`);
  const parts = [...(changes.length > 0 ? [`changed ${listed(changes)}`] : []), ...(state ? [switchText(state)] : [])];
  return listed(parts) || 'changed it';
}

const switchText = (state: string) => (state === 'off to on' ? 'switched it on' : 'switched it off');

const siteNames: Record<string, string> = {
  name: 'the name',
  address: 'the address',
  hours: 'the hours',
  minutes: 'the minutes there',
};

function truckDeed(details: Details): string {
  const changes = Object.entries(truckNames)
    .filter(([field]) => details[field])
    .map(([field, name]) => `${name} from ${details[field]}`);
  return changes.length > 0 ? `changed the truck: ${listed(changes)}` : 'changed the truck';
}

const truckNames: Record<string, string> = { bags: 'bags', start: 'start', end: 'end', pause: 'pause' };

/** "changed the cut-off from 18:00 to 17:00" */
function settingsDeed(details: Details): string {
  const changes = Object.entries(details).map(([name, change]) => `${settingNames[name] ?? name} from ${change}`);
  return changes.length > 0 ? `changed ${listed(changes)}` : 'changed the settings';
}

const settingNames: Record<string, string> = {
  changeCutoff: 'the cut-off',
  lateRefundPercent: 'the late refund percentage',
  supportPhone: 'the phone number',
  supportEmail: 'the email address',
  businessAddress: 'the business address',
  officeHours: 'the phone hours',
  shiftStart: 'the start of a shift',
  shiftEnd: 'the end of a shift',
  truckBags: "a truck's bags",
  serviceTimes: 'the times of stops',
  company: 'the company details',
  neverTaken: 'what is never taken',
  damage: 'the text on damage',
  law: 'the text on law',
  termsChanges: 'the text on changes of the terms',
  providers: 'the list of providers',
  retention: 'the text on how long data stays',
  rights: 'the text on privacy rights',
  privacyChanges: 'the text on changes of the privacy page',
};

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

/** "Nov 20, 9:12 PM" in New York, with the year if it is not the current one. */
export function historyTimeText(instant: string, now: Date): string {
  const at = new Date(instant);
  return (yearFormat.format(at) === yearFormat.format(now) ? thisYearFormat : otherYearFormat).format(at);
}
