import type { ReactNode } from 'react';
import { type AdminPickup, bagsText } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { hasPhotos, PhotoPair } from '../../photos/photo-pair.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { incompleteReasonText, serviceTypeText } from '../pickup-words.ts';
import { momentText } from '../reschedule/words.ts';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

interface RequestFactsProps {
  request: AdminPickup;
  today: DateKey;
}

/** The details of a request. */
export function RequestFacts({ request, today }: RequestFactsProps) {
  const hint = priceHintOf(request.serviceType);
  const payment = paymentStateOf(request.paymentStatus);
  const isOverdue = scheduleOf(request, today).isOverdue;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name="Pickup date">
        {request.scheduledDate ? momentText(request.scheduledDate) : 'No date'}
        {isOverdue && <span className="block font-semibold text-brick">Overdue</span>}
      </Fact>
      <Fact name="Created">{createdTextOf(request.createdAt)}</Fact>
      <Fact name="Customer">{request.customerUsername ?? 'Unknown'}</Fact>
      <Fact name="Driver">{request.driverUsername ?? 'Unassigned'}</Fact>
      <Fact name="Bags">{bagsText(request.bagCount)}</Fact>
      <Fact name="Service">{serviceTypeText(request.serviceType)}</Fact>
      <Fact name="Amount">
        <Money amount={request.amount} className="font-semibold" />
        {hint && <span className="text-soft tabular-nums"> {hint}</span>}
      </Fact>
      <Fact name="Payment">
        <Badge tone={payment.tone}>{payment.label}</Badge>
      </Fact>
      {request.completedAt && <Fact name="Completed">{createdTextOf(request.completedAt)}</Fact>}
      {request.status === 'incomplete' && (
        <Fact name="Reason" isWide>
          <span className="font-semibold text-brick">{incompleteReasonText(request.incompleteReason)}</span>
        </Fact>
      )}
      <Fact name="Special instructions" isWide>
        <span className="whitespace-pre-line">{request.specialInstructions || 'None'}</span>
      </Fact>
      {request.driverNotes && (
        <Fact name="Driver notes" isWide>
          <span className="whitespace-pre-line">{request.driverNotes}</span>
        </Fact>
      )}
      {hasPhotos(request) && (
        <Fact name="Driver photos" isWide>
          <div className="mt-1">
            <PhotoPair pickup={request} />
          </div>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="break-words leading-snug">{children}</dd>
    </div>
  );
}
