import { Link } from '@tanstack/react-router';
import type { PlanVisit } from '../../../contract/plan/page.ts';
import { type DateKey, dateKeyOf, formatWallTime } from '../../../contract/values/time/dates.ts';
import { dayText, onDay } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { PlanPartProps } from '../plan/plan-scope.ts';

interface VisitsCardProps extends PlanPartProps {
  onSkip: (visit: PlanVisit) => void;
}

/** The next visits, including those that are skipped or on hold. */
export function VisitsCard({ plan, now, onSkip }: VisitsCardProps) {
  return (
    <Card as="section" aria-labelledby="plan-visits">
      <h2 id="plan-visits" className="text-lg">
        Next visits
      </h2>
      {plan.visits.length === 0 ? (
        <p className="mt-2 text-soft">
          {plan.subscription.status === 'paused'
            ? 'No pickups while your plan is paused.'
            : 'No more visits are planned.'}
        </p>
      ) : (
        <VisitList visits={plan.visits} now={now} onSkip={onSkip} isLinked />
      )}
    </Card>
  );
}

interface VisitListProps {
  visits: readonly PlanVisit[];
  now: Date;
  onSkip: (visit: PlanVisit) => void;
  /** True if a visit links to its page, which only its customer can open. */
  isLinked?: boolean;
}

export function VisitList({ visits, now, onSkip, isLinked = false }: VisitListProps) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {visitRowsOf(visits).map((row) => (
        <li key={row.visits[0].day} className="flex min-h-16 items-center justify-between gap-x-4 py-2 last:pb-0">
          <Row row={row} now={now} onSkip={onSkip} isLinked={isLinked} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row, now, onSkip, isLinked }: Omit<VisitListProps, 'visits'> & { row: VisitRow }) {
  const today = dateKeyOf(now);
  const [first] = row.visits;
  const last = row.visits.at(-1) ?? first;
  if (first.state === 'held') {
    const days =
      first === last ? dayText(first.day, today) : `${dayText(first.day, today)} – ${dayText(last.day, today)}`;
    return (
      <>
        <span className="min-w-0 text-soft">
          <span className="block font-semibold">{days}</span>
          {row.visits.length > 1 && <span className="block text-[0.9375rem]">{`${row.visits.length} visits`}</span>}
        </span>
        <Badge tone="maize">On hold</Badge>
      </>
    );
  }
  return (
    <>
      <span className="min-w-0">
        <VisitDay visit={first} today={today} isLinked={isLinked} />
        <span className="block text-[0.9375rem] text-soft">{detailOf(first, now)}</span>
      </span>
      {first.state === 'scheduled' ? (
        first.canSkip && (
          <Button variant="outline" size="sm" aria-label={`Skip ${dayOf(first, today)}`} onClick={() => onSkip(first)}>
            Skip
          </Button>
        )
      ) : (
        <Badge>{first.state === 'skipped' ? 'Skipped' : 'Cancelled'}</Badge>
      )}
    </>
  );
}

/** A line in the list of visits: one visit, or consecutive visits of a hold. */
interface VisitRow {
  readonly visits: readonly [PlanVisit, ...PlanVisit[]];
}

function visitRowsOf(visits: readonly PlanVisit[]): VisitRow[] {
  const rows: { visits: [PlanVisit, ...PlanVisit[]] }[] = [];
  for (const visit of visits) {
    const last = rows.at(-1);
    if (visit.state === 'held' && last?.visits[0].state === 'held') last.visits.push(visit);
    else rows.push({ visits: [visit] });
  }
  return rows;
}

function dayOf({ day, movedTo }: PlanVisit, today: DateKey): string {
  return dayText(movedTo ?? day, today);
}

/** The day of a visit. It links to the visit's page if the visit has a stop. */
function VisitDay({ visit, today, isLinked }: { visit: PlanVisit; today: DateKey; isLinked: boolean | undefined }) {
  const day = dayOf(visit, today);
  if (visit.state !== 'scheduled') return <span className="block font-semibold text-soft">{day}</span>;
  if (visit.pickupId === null || !isLinked) return <span className="block font-semibold">{day}</span>;
  return (
    <Link
      to="/pickup-history/$id"
      params={{ id: visit.pickupId }}
      className="-my-2 inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
    >
      {day}
    </Link>
  );
}

function detailOf(visit: PlanVisit, now: Date): string | null {
  const moved = visit.movedTo === null ? null : `Moved from ${dayText(visit.day, dateKeyOf(now))}`;
  if (visit.state !== 'scheduled') return moved;
  const skipUntil = new Date(visit.skipUntil);
  const skip = visit.canSkip ? `Skip until ${formatWallTime(skipUntil)} ${onDay(skipUntil, now)}` : 'Too late to skip';
  return moved === null ? skip : `${moved}. ${skip}`;
}
