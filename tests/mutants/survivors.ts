/**
 * Faults that no test notices, and the reasons why none has to. `npm run mutants` fails when a test notices one of them
 * or when it no longer exists, so that the list stays true.
 */
const known: readonly { reason: string; faults: readonly string[] }[] = [
  {
    reason: 'completeStops has locked the stops and read them as assigned in the same transaction.',
    faults: ["server/pickups/stops/stops.store.ts setCompleted: where('status', '=', 'assigned')"],
  },
  {
    reason: 'The caller has locked the stops and knows them as assigned or as resolved, in the same transaction.',
    faults: [
      `server/routing/places.store.ts restorePlaces: pickups."status" = 'assigned'`,
      `server/routing/places.store.ts setPlaces: pickups."status" = 'assigned'`,
      `server/routing/places.store.ts numberResolved: pickups."status" NOT IN ('assigned', 'pending', 'cancelled')`,
      `server/routing/places.store.ts setTimes: pickups."status" = 'assigned'`,
      'server/routing/places.store.ts setTimes: pickups."routeId" IS NOT NULL',
      `server/routing/places.store.ts setWindows: pickups."status" = 'assigned'`,
    ],
  },
  {
    reason: 'Only a lock: without it more rows are locked, and the result is the same.',
    faults: [
      "server/subscriptions/occurrences/occurrences.store.ts lockOpenStops: where('subscriptionId', '=', subscriptionId)",
      "server/subscriptions/occurrences/occurrences.store.ts lockOpenStops: where('status', 'in', ['pending', 'assigned'])",
    ],
  },
  {
    reason: 'Spares writes: a notification that is read stays read.',
    faults: ["server/notifications/notifications.store.ts setAllRead: where((eb) => eb.not('isRead'))"],
  },
  {
    reason: 'Spares writes: another request has just recorded a use of the session.',
    faults: ["server/accounts/sign-in/sign-in.store.ts recordUse: where('lastUsedAt', '=', lastUsedAt)"],
  },
  {
    reason: 'While two-factor sign-in is off, the account has no recovery codes and no last step.',
    faults: [
      "server/accounts/second-factor/second-factor.store.ts spendStep: where('twoFactorEnabled', '=', true)",
      "server/accounts/second-factor/second-factor.store.ts spendRecoveryCode: where('twoFactorEnabled', '=', true)",
    ],
  },
  {
    reason: 'Spares writes: the row gets what it has.',
    faults: [
      `server/booking/booking.store.ts releaseMoved: where('heldAt', 'is not', null)`,
      'server/routing/disposal/planned-visits.store.ts setEmptiedPlaces: disposal_visits."afterStops" <> p."afterStops"',
      'server/routing/places.store.ts closeGaps: pickups."routeOrder" <> p."number"',
      `server/my-data/erase.store.ts emptyTrail: "details" <> '{}'`,
    ],
  },
  {
    reason: 'An id names a row of one table only.',
    faults: [
      `server/my-data/erase.store.ts emptyTrail: "subject" = 'user'`,
      `server/my-data/erase.store.ts emptyTrail: "subject" = \${subject}`,
    ],
  },
  {
    reason: 'No other kind of job has such data.',
    faults: [`server/my-data/erase-traces.store.ts eraseTraces: "name" = 'geocode-address'`],
  },
  {
    reason: 'New York is always west of Greenwich.',
    faults: [
      'contract/values/time/dates.ts: minutesEast < 0 → true',
      'contract/values/time/dates.ts: minutesEast < 0 → minutesEast <= 0',
    ],
  },
  {
    reason: 'What the anchors refuse is no date to Date either, or was cut to five characters before.',
    faults: [
      String.raw`contract/values/time/dates.ts: /^\d{4}-\d{2}-\d{2}$/ → /\d{4}-\d{2}-\d{2}$/`,
      String.raw`contract/values/time/dates.ts: /^\d{4}-\d{2}-\d{2}$/ → /^\d{4}-\d{2}-\d{2}/`,
      String.raw`contract/values/time/dates.ts: /^([01]\d|2[0-3]):[0-5]\d$/ → /^([01]\d|2[0-3]):[0-5]\d/`,
      String.raw`contract/values/time/dates.ts: /^([01]\d|2[0-3]):[0-5]\d$/ → /([01]\d|2[0-3]):[0-5]\d$/`,
      String.raw`contract/values/time/dates.ts: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/ → /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})/`,
      String.raw`contract/values/time/dates.ts: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/ → /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/`,
    ],
  },
  {
    reason: 'Ten digits have to remain, so only a number of eleven can lose its 1.',
    faults: ['contract/values/phone.ts: digits.length === 11 → true'],
  },
  {
    reason: 'No text and no date is before or after null or undefined; the check is for the types.',
    faults: [
      'contract/values/change-policy.ts: day !== null → true',
      'contract/values/change-policy.ts: visits.after !== null → true',
      'contract/values/plan/credit.ts: firstAfter !== undefined → true',
      'contract/values/plan/schedule.ts: heldUntil !== null → true',
      'contract/values/plan/schedule.ts: holdFrom !== null && heldUntil !== null → true',
      'contract/values/plan/schedule.ts: holdFrom !== null && heldUntil !== null → holdFrom !== null || heldUntil !== null',
      'contract/values/plan/schedule.ts: pending !== null → true',
      'contract/values/plan/schedule.ts: holdFrom !== null → true',
      'server/payments/settle/rules.ts: serviceDay !== null → true',
      'server/pickups/rules.ts: at !== undefined → true',
      'server/pickups/rules.ts: completedAt !== null → true',
      'server/pickups/rules.ts: scheduledDay !== null → true',
      'server/subscriptions/plan-page/rules.ts: until !== null → true',
    ],
  },
  {
    reason: 'The weeks that are searched are a bound with room to spare.',
    faults: ['contract/values/plan/schedule.ts: day <= last → day < last'],
  },
  {
    reason: 'No day is the text that is put into the empty list.',
    faults: ['contract/values/plan/schedule.ts: [] → ["Stryker was here"]'],
  },
  {
    reason: 'Both sides of the boundary give the same value.',
    faults: [
      'contract/values/time/pickup-window.ts: window.from < usualCurbTime → window.from <= usualCurbTime',
      'contract/values/plan/hold.ts: open > from → open >= from',
      'contract/values/plan/schedule.ts: heldUntil > after → heldUntil >= after',
      'contract/values/time/report-periods.ts: last < to → last <= to',
      'server/pickups/rules.ts: offMs >= 0 → offMs > 0',
      'server/pickups/rules.ts: pressedAt > now → pressedAt >= now',
      'server/pickups/rules.ts: scheduledDay > oldest → scheduledDay >= oldest',
    ],
  },
  {
    reason: "A service day has one stop that isn't cancelled: the index pickups_one_per_occurrence.",
    faults: [
      'server/subscriptions/rules.ts: occurrence > stop.occurrence → occurrence >= stop.occurrence',
      'server/subscriptions/rules.ts: occurrence < stop.occurrence → occurrence <= stop.occurrence',
    ],
  },
  {
    reason: 'A text with a second time has a first one; the check is for the types.',
    faults: ['contract/values/time/pickup-window.ts: from !== undefined → true'],
  },
  {
    reason: 'A match that can begin later can begin at the start too. The anchor only saves time.',
    faults: [
      String.raw`contract/values/zip-code.ts: /^.+(?<![\p{L}\p{N}_])(\d{5})(?![\p{L}\p{N}_])/su → /.+(?<![\p{L}\p{N}_])(\d{5})(?![\p{L}\p{N}_])/su`,
    ],
  },
  {
    reason: "A pickup without a day can be changed while it is open, so it isn't late; the check is for the types.",
    faults: ['contract/values/change-policy.ts: facts.day === null → false'],
  },
];

/** The reason for each fault. */
export const survivors: ReadonlyMap<string, string> = new Map(
  known.flatMap(({ reason, faults }) => faults.map((fault) => [fault, reason] as const)),
);
