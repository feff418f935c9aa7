import type { ReactNode } from 'react';
import { type AdminPickup, countedBagsText } from '../../../contract/pickups.ts';
import { telHref } from '../../../contract/values/phone.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { CustomerLink } from '../../accounts/customer-link.tsx';
import { hasPhotos } from '../../photos/has-photos.ts';
import { PhotoPair } from '../../photos/photo-pair.tsx';
import { RatingLine } from '../../ratings/rating-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/text/money.tsx';
import { PersonName } from '../../ui/text/person-name.tsx';
import { arrivalText } from '../arrival-text.ts';
import { incompleteReasonText, serviceTypeText } from '../pickup-words.ts';
import { dateTimeText } from '../reschedule/words.ts';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

/** The facts of a pickup, with the customer's contact details. */
export function RequestFacts({ request, today }: { request: AdminPickup; today: DateKey }) {
  const hint = priceHintOf(request.serviceType);
  const payment = paymentStateOf(request.paymentStatus);
  const isOverdue = scheduleOf(request, today).isOverdue;
  const arrival = arrivalText(request, today);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name="Pickup date">
        <span>{request.scheduledDate ? dateTimeText(request.scheduledDate) : 'No date'}</span>
        {isOverdue && <span className="block font-semibold text-brick">Overdue</span>}
      </Fact>
      <Fact name="Created">{createdTextOf(request.createdAt)}</Fact>
      {arrival && (
        <Fact name="Arrival" isWide>
          {arrival}
        </Fact>
      )}
      <CustomerFact request={request} />
      <Fact name="Driver">
        {request.driverName === null || request.driverUsername === null ? (
          'Unassigned'
        ) : (
          <PersonName name={request.driverName} username={request.driverUsername} />
        )}
      </Fact>
      <Fact name="Bags">{countedBagsText(request)}</Fact>
      <Fact name="Service">{serviceTypeText(request.serviceType)}</Fact>
      <Fact name="Amount">
        <Money amount={request.amount} className="font-semibold" />
        {hint && <span className="text-soft text-xs">{` typical ${hint}`}</span>}
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
      {request.customerRating !== null && (
        <Fact name="Customer rating" isWide>
          <RatingLine pickup={request} />
        </Fact>
      )}
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

/** The customer. The whole name is a link to the customer's page, and phone and email are also links. */
function CustomerFact({ request }: { request: AdminPickup }) {
  const { customerId, customerName, customerUsername, customerPhone, customerEmail } = request;
  return (
    <Fact name="Customer" isWide>
      {customerName === null || customerUsername === null ? (
        <span>Unknown</span>
      ) : (
        <CustomerLink id={customerId} className={contactLink}>
          <PersonName name={customerName} username={customerUsername} />
        </CustomerLink>
      )}
      {customerPhone && (
        <a href={telHref(customerPhone)} className={contactLink}>
          {customerPhone}
        </a>
      )}
      {customerEmail && (
        <a translate="no" href={`mailto:${customerEmail}`} className={contactLink}>
          {customerEmail}
        </a>
      )}
    </Fact>
  );
}

const contactLink =
  'block py-2.5 text-azure leading-snug underline decoration-1 underline-offset-3 [overflow-wrap:anywhere] sm:py-0.5';

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="break-words leading-snug">{children}</dd>
    </div>
  );
}
