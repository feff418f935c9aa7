import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MissedState } from '../../contract/pickups/missed.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { reportsEndAt } from '../../contract/values/time/missed-window.ts';
import { serverNow } from '../api/server-clock.ts';
import { PayLink } from '../pickups/pay-link.tsx';
import { isPayable } from '../pickups/pickup-words.ts';
import { Button } from '../ui/button/button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { Card } from '../ui/card.tsx';
import { PartError, retryOf } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { moneyText } from '../ui/text/money-text.ts';
import { missedWordsOf } from './missed-words.ts';
import { ReportDialog } from './report-dialog.tsx';
import { ReturnTripDialog } from './return-trip-dialog.tsx';
import type { useMissed } from './use-missed.ts';
import { VisitEvidence } from './visit-evidence.tsx';

interface MissedPickupProps {
  pickup: Pickup;
  query: ReturnType<typeof useMissed>;
}

/**
 * The state of a pickup that may have been missed, and the customer's options. Renders nothing when there is nothing to
 * say.
 */
export function MissedPickup({ pickup, query }: MissedPickupProps) {
  const { data: state } = query;
  if (state) return <MissedCard pickup={pickup} state={state} />;
  if (query.isError) {
    return (
      <Card as="section">
        <PartError message="We couldn't check whether you can report this pickup." {...retryOf(query)} />
      </Card>
    );
  }
  if (!isLikely(pickup)) return null;
  return (
    <div role="status">
      <span className="sr-only">Loading your options</span>
      <Skeleton className="h-36 rounded-card" />
    </div>
  );
}

/** Returns true if a card will probably appear. Its space is then reserved, so that the page doesn't jump. */
function isLikely({ status, scheduledDate }: Pickup): boolean {
  if (status === 'cancelled' || scheduledDate === null) return false;
  const day = dateKeyOf(new Date(scheduledDate));
  const now = serverNow();
  return day <= dateKeyOf(now) && now < reportsEndAt(day);
}

function MissedCard({ pickup, state }: { pickup: Pickup; state: MissedState }) {
  const [dialog, setDialog] = useState<'report' | 'return' | null>(null);
  const words = missedWordsOf(state, pickup, serverNow());
  const isOpenAs = (name: 'report' | 'return') => ({
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? name : null),
  });
  const { phase, verdict, evidence, returnTrip, report } = state;
  const isEvidenceShown = evidence !== null && (verdict === 'evidence' || report?.state === 'not-missed');
  const canBookReturn = returnTrip !== null && returnTrip.pickup === null;
  // If the driver completed the stop, the bags were very likely taken, so the report button is less prominent.
  const isQuiet = canBookReturn || evidence?.status === 'completed';
  if (!words) return null;
  return (
    <Card as="section" aria-label={words.title}>
      <h2 className={`text-xl ${words.isBad ? 'text-brick' : ''}`}>{words.title}</h2>
      <p role="status" className="mt-1 text-pretty break-words">
        {words.text}
      </p>
      {isEvidenceShown && (
        <div className="mt-3">
          <VisitEvidence evidence={evidence} pickup={pickup} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {canBookReturn && (
          <Button size="sm" onClick={() => setDialog('return')}>
            {`Book a return trip for ${moneyText(returnTrip.amount)}`}
          </Button>
        )}
        {phase === 'open' && (
          <Button variant={isQuiet ? 'outline' : 'primary'} size="sm" onClick={() => setDialog('report')}>
            {verdict === 'evidence' ? 'Message the dispatcher' : 'Report missed'}
          </Button>
        )}
        <OtherPickup state={state} pickup={pickup} />
      </div>
      {/* Mounted only while open, so that each dialog starts empty. */}
      {dialog === 'report' && <ReportDialog pickup={pickup} state={state} {...isOpenAs('report')} />}
      {dialog === 'return' && returnTrip && (
        <ReturnTripDialog pickup={pickup} amount={returnTrip.amount} {...isOpenAs('return')} />
      )}
    </Card>
  );
}

/** A link to the pickup that makes up for this one: a free pickup, or a return trip, which may have to be paid. */
function OtherPickup({ state: { returnTrip, report }, pickup }: { state: MissedState; pickup: Pickup }) {
  const other = returnTrip?.pickup ?? report?.recovery;
  if (!other || other.id === pickup.id) return null;
  if (isPayable(other)) return <PayLink pickup={other} className={buttonClass('primary', 'sm')} />;
  return (
    <Link to={`/pickup-history/${other.id}`} className={buttonClass('outline', 'sm')}>
      {other.recoveryOf ? 'See your free pickup' : 'See your return trip'}
    </Link>
  );
}
