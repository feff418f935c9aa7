import { CircleCheck, MapPin, MessageSquareText, Package, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Pickup } from '../../contract/pickups.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toast.ts';
import { PickupStatusBadge } from './pickup-status-badge.tsx';
import { bagsText, instantDayText, serviceTypeText } from './pickup-words.ts';

interface PickupCardProps {
  pickup: Pickup;
  now: Date;
}

/** A pickup as its customer sees it. */
export function PickupCard({ pickup, now }: PickupCardProps) {
  const isPlan = pickup.serviceType === 'subscription';
  const isOpen = pickup.status === 'pending' || pickup.status === 'assigned';
  const isUnpaid = isOpen && !isPlan && pickup.paymentStatus === 'pending';
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl">{instantDayText(pickup.scheduledDate, now, 'No date', 'long')}</h2>
          <div className="mt-2 flex flex-wrap gap-2">
            <PickupStatusBadge status={pickup.status} />
            {isUnpaid && <Badge tone="brick">Unpaid</Badge>}
          </div>
        </div>
        <p className="sm:text-right">
          <Money amount={pickup.amount} className="font-bold font-display text-xl" />
          {isPlan && <span className="block text-soft text-sm">in your plan</span>}
        </p>
      </div>
      <ul className="mt-3 space-y-1.5">
        <Line icon={<Package className={lineIcon} aria-hidden="true" />}>
          {bagsText(pickup.bagCount)} · {serviceTypeText(pickup.serviceType)}
        </Line>
        <Line icon={<MapPin className={lineIcon} aria-hidden="true" />}>{pickup.address}</Line>
        {pickup.specialInstructions && (
          <Line icon={<MessageSquareText className={lineIcon} aria-hidden="true" />}>
            <span className="sr-only">Special instructions: </span>
            <span className="whitespace-pre-line">{pickup.specialInstructions}</span>
          </Line>
        )}
        {pickup.completedAt && (
          <Line icon={<CircleCheck className="mt-0.5 size-5 shrink-0 text-leaf" aria-hidden="true" />}>
            Completed {instantDayText(pickup.completedAt, now, '').replace('Today', 'today')}
          </Line>
        )}
      </ul>
      {pickup.status === 'completed' && (
        <Button
          variant="outline"
          size="sm"
          className="mt-4"
          icon={<RotateCcw className="size-4.5" aria-hidden="true" />}
          onClick={() => toast({ title: 'Coming Soon', description: 'Repeating a pickup is coming soon.' })}
        >
          Repeat This Pickup
        </Button>
      )}
    </Card>
  );
}

const lineIcon = 'mt-0.5 size-5 shrink-0 text-azure';

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
