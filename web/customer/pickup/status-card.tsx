import type { PickupPage } from '../../../contract/pickup-page.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { curbAdvice, instantDayText, isPayable, timeText } from '../../pickups/pickup-words.ts';
import { statusSentence } from '../../pickups/status-sentence.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** When the pickup is, and what its status means. */
export function StatusCard({ page, now }: { page: PickupPage; now: Date }) {
  const { pickup } = page;
  const { scheduledDate, status } = pickup;
  const isOpen = status === 'pending' || status === 'assigned';
  const advice = isOpen && scheduledDate && curbAdvice(dateKeyOf(new Date(scheduledDate)), now);
  const time = isOpen && arrivalText(page);
  return (
    <Card as="section" tone="deep" aria-label="Status">
      <div className="flex flex-wrap gap-2">
        <PickupStatusBadge status={status} />
        {isPayable(pickup) && <Badge tone="brick">Unpaid</Badge>}
      </div>
      <p className="mt-2 break-words font-bold font-display text-2xl leading-tight sm:text-3xl">
        {instantDayText(scheduledDate, now, 'Date to be set', 'long')}
      </p>
      {time && <p className="mt-1 font-semibold text-lg">{time}</p>}
      <p role="status" className="mt-2 max-w-prose text-azure-wash">
        {statusSentence(pickup, now, page)}
      </p>
      {advice && <p className="mt-2 font-semibold">{advice}</p>}
    </Card>
  );
}

/** The promised window; the estimate only where nothing is promised, because it is never shown tighter. */
function arrivalText({ pickup: { pickupWindow, estimatedArrival } }: PickupPage): string | null {
  if (pickupWindow) return `Between ${pickupWindow.replace(' – ', ' and ')}`;
  return estimatedArrival && `Around ${timeText(estimatedArrival)}`;
}
