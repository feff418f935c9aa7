import * as z from 'zod/mini';
import { IncompleteReason } from './drivers.ts';
import { endpoint } from './endpoint.ts';
import { DateKeyText, Id } from './values/shapes.ts';
import { daysIn, mostReportDays } from './values/time/report-periods.ts';

/** Reports of a span of New York days, for the admin (REPORT-1 to REPORT-22). Each report is one call. */

const days = { from: DateKeyText, to: DateKeyText };
type Days = { from: string; to: string };
const inOrder = z.refine<Days>(({ from, to }) => from <= to, {
  error: 'The first day must not be after the last day',
  path: ['to'],
});
const notTooLong = z.refine<Days>((span) => daysIn(span) <= mostReportDays, {
  error: `A report covers at most ${mostReportDays} days`,
  path: ['to'],
});
const SpanQuery = z.object(days).check(inOrder, notTooLong);
/** A span of New York days, both ends included. */
const Span = z.object({ from: z.string(), to: z.string() });

/** A sum in dollars with two decimals. `net` is negative when refunds exceed charges. */
const Sum = z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/));

const stopCounts = {
  /** All stops except cancelled ones: done, incomplete, issue and open. */
  scheduled: z.int(),
  done: z.int(),
  incomplete: z.int(),
  issue: z.int(),
  /** Pending or assigned. */
  open: z.int(),
  cancelled: z.int(),
  /** Visits judged missed, by the record or by a dispatcher. A completed stop may be one of them. */
  missed: z.int(),
};

// z.extend instead of a spread: a spread would keep the schema, and Zod with it, in the code that every signed-in page
// loads.
export const StopsReport = z.object({
  total: z.object(stopCounts),
  periods: z.array(z.extend(Span, stopCounts)),
  /** Most frequent reason first; null if the driver gave none. */
  incomplete: z.array(z.object({ reason: z.nullable(IncompleteReason), stops: z.int() })),
  missed: z.object({
    /** The record showed that nobody came, or that the stop was incomplete for a reason on our side. */
    byRecord: z.int(),
    byDispatcher: z.int(),
  }),
  /** Completed stops, compared with their promised windows. */
  onTime: z.object({
    early: z.int(),
    inWindow: z.int(),
    late: z.int(),
    /** Not measured: no window was promised for their day. */
    withoutPromise: z.int(),
    /** Not measured: a dispatcher completed them, so nobody knows when the driver was there. */
    byOffice: z.int(),
  }),
});
export type StopsReport = z.output<typeof StopsReport>;

const driverFigures = {
  scheduled: z.int(),
  done: z.int(),
  /** Bags as counted by drivers, or else as booked. */
  bags: z.int(),
  /** Tons weighed at disposal sites; null if nothing was weighed. */
  tons: z.nullable(z.number()),
  /** The miles of the planned routes; null if unknown. */
  miles: z.nullable(z.number()),
  /** The hours from the first to the last stop of each day, summed; null if unknown. */
  hours: z.nullable(z.number()),
  stopsPerHour: z.nullable(z.number()),
};

export const DriversReport = z.object({
  total: z.object(driverFigures),
  /** Every driver who had stops, most completed stops first. */
  drivers: z.array(z.object({ id: Id, name: z.string(), username: z.string(), days: z.int(), ...driverFigures })),
});
export type DriversReport = z.output<typeof DriversReport>;

/** What a charge or refund was for. */
export const moneySources = ['plans', 'pickups', 'other'] as const;

const moneySums = { charged: Sum, refunded: Sum, net: Sum };

export const MoneyReport = z.object({
  total: z.object(moneySums),
  periods: z.array(z.extend(Span, moneySums)),
  sources: z.array(z.object({ source: z.enum(moneySources), ...moneySums })),
  /** The part of charged months that was paid with plan credit. No card was charged for it. */
  credit: Sum,
  /** The part of the charges that is disputed now. */
  disputed: Sum,
  /** Monthly recurring revenue before the span and at its end, or now if the span hasn't ended. */
  recurring: z.object({ before: Sum, after: Sum, plansBefore: z.int(), plansAfter: z.int() }),
  /** Plan months whose first declined charge is in the span, and how many of them have been paid since. */
  renewals: z.object({ failed: z.int(), recovered: z.int(), recoveredAmount: Sum }),
});
export type MoneyReport = z.output<typeof MoneyReport>;

const areaCounts = { bookings: z.int(), cancelled: z.int(), plans: z.int() };

export const AreasReport = z.object({
  total: z.object(areaCounts),
  /** Most bookings and plans first. `zip` is null for addresses without a ZIP code. */
  areas: z.array(z.object({ zip: z.nullable(z.string()), neighborhood: z.nullable(z.string()), ...areaCounts })),
});
export type AreasReport = z.output<typeof AreasReport>;

export const getStopsReport = endpoint('GET', '/api/admin/reports/stops', 'admin', {
  query: SpanQuery,
  response: StopsReport,
  errors: [400],
});

export const getDriversReport = endpoint('GET', '/api/admin/reports/drivers', 'admin', {
  query: SpanQuery,
  response: DriversReport,
  errors: [400],
});

export const getMoneyReport = endpoint('GET', '/api/admin/reports/money', 'admin', {
  query: SpanQuery,
  response: MoneyReport,
  errors: [400],
});

export const getAreasReport = endpoint('GET', '/api/admin/reports/areas', 'admin', {
  query: SpanQuery,
  response: AreasReport,
  errors: [400],
});

/** The tables of the four reports, and the rows behind them. */
export const reportExports = ['stops', 'drivers', 'money', 'areas', 'pickups', 'payments'] as const;
export type ReportExport = (typeof reportExports)[number];

/**
 * Downloads a table as a CSV file. The trail records the export. 429 after too many exports, 503 while others are
 * waiting.
 */
export const exportReport = endpoint('POST', '/api/admin/reports/export', 'admin', {
  confirmsAgain: true,
  body: z
    .object({ ...days, table: z.enum(reportExports, { error: `Table must be one of ${reportExports.join(', ')}` }) })
    .check(inOrder, notTooLong),
  download: { types: ['text/csv'] },
  response: z.never(),
  errors: [400, 429],
});
