import type { z } from 'zod/mini';
import type { Channel } from '../../contract/messages/messages.ts';
import type { ClosedDaysBody, ClosedDaysPreview } from '../../contract/routing/closed-days.ts';
import { centsToText } from '../../contract/values/money.ts';
import { personName } from '../../contract/values/person-name.ts';
import { driverNames } from '../routing/board/check-stops.ts';
import { readMovedLoads } from '../routing/board/read-moved-loads.ts';
import type { Services } from '../services.ts';
import { expectCredit } from '../subscriptions/hold/expect-credit.ts';
import { examplesOf, readChannels } from './describe-messages.ts';
import { type PlannedMove, planMove } from './plan-move.ts';

type Body = ClosedDaysBody;
type Preview = z.input<typeof ClosedDaysPreview>;
type Stops = PlannedMove['stops'];

/** Returns a preview of moving the stops of closed days. Changes nothing. Throws what `planMove` throws. */
export async function previewClosedDays(services: Services, actorId: string, body: Body): Promise<Preview> {
  const { db } = services;
  const { stops, token } = await planMove(services, db, body);
  const channelsOf = await readChannels(services, stops);
  const nameOf = await driverNames(
    db,
    stops.map(({ row }) => row),
  );
  const shapeOf = ({ row }: Stops[number]) => ({
    ...{ id: row.id, name: personName(row), address: row.address, from: row.scheduledDay },
    driverName: row.driverId === null ? null : nameOf(row.driverId),
  });
  return {
    token,
    moving: stops.flatMap((stop) => {
      const { row, outcome } = stop;
      if (outcome.act !== 'move' && outcome.act !== 'skip') return [];
      const what = outcome.act === 'move' ? { to: outcome.to, note: outcome.note } : { to: null, note: null };
      return [{ ...shapeOf(stop), ...what, channels: channelsOf(row.customerId) }];
    }),
    conflicts: stops.flatMap((stop) => {
      if (stop.outcome.act !== 'conflict') return [];
      const { to, problem, openDays, canSkip } = stop.outcome;
      return [{ ...shapeOf(stop), ...{ to, problem, canSkip }, openDays: [...openDays] }];
    }),
    staying: stops.flatMap((stop) =>
      stop.outcome.act === 'stay' ? [{ ...shapeOf(stop), why: stop.outcome.why }] : [],
    ),
    newDays: await readNewDays(services, stops),
    withoutStop: stops.filter(({ outcome, isMade }) => outcome.act === 'move' && !isMade).length,
    credits: await expectCredits(services, stops),
    messages: {
      ...countMessages(stops, channelsOf),
      examples: examplesOf(services, stops, { actorId, reason: body.reason ?? null }),
    },
  };
}

async function readNewDays(services: Services, stops: Stops): Promise<Preview['newDays']> {
  const moves = stops.flatMap(({ row: { id }, outcome, isMade }) =>
    outcome.act === 'move' ? [{ id, isMade, to: outcome.to }] : [],
  );
  const leaving = new Set(
    stops.filter(({ outcome }) => outcome.act === 'move' || outcome.act === 'skip').map(({ row }) => row.id),
  );
  const days = [...new Set(moves.map(({ to }) => to))].sort();
  const newDays: Preview['newDays'] = [];
  for (const date of days) {
    const coming = moves.filter(({ to }) => to === date);
    const arriving = coming.filter(({ isMade }) => isMade).map(({ id }) => id);
    const change = { date, leaving, arriving, unmade: coming.length - arriving.length };
    const { drivers, ...counts } = await readMovedLoads(services.db, services, change);
    const rows = drivers.map(({ name, isOff, before, after }) => ({
      ...{ driverId: after.driverId, name, isOff, stopsBefore: before.totalStops, stopsAfter: after.totalStops },
      ...{ minutesAfter: after.plannedMinutes, overBefore: before.overMinutes, overAfter: after.overMinutes },
    }));
    newDays.push({ date, ...counts, drivers: rows });
  }
  return newDays;
}

async function expectCredits(services: Services, stops: Stops): Promise<Preview['credits']> {
  const skipped = stops.filter(({ outcome }) => outcome.act === 'skip').map(({ row }) => row);
  let cents = 0;
  for (const [subscriptionId, own] of Map.groupBy(skipped, (row) => row.subscriptionId)) {
    const days = own.flatMap(({ occurrenceDate }) => occurrenceDate ?? []).sort();
    if (subscriptionId) cents += await expectCredit(services, services.db, subscriptionId, days);
  }
  return { visits: skipped.length, amount: centsToText(cents) };
}

function countMessages(stops: Stops, channelsOf: (customerId: string) => Channel[]) {
  const told = stops.filter(({ outcome, isMade }) => isMade && (outcome.act === 'move' || outcome.act === 'skip'));
  const each = told.map(({ row }) => channelsOf(row.customerId));
  const by = (channel: Channel) => each.filter((channels) => channels.includes(channel)).length;
  return {
    ...{ email: by('email'), push: by('push'), sms: by('sms') },
    none: each.filter((channels) => channels.length === 0).length,
  };
}
