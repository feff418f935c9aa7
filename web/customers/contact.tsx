import { CalendarPlus, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CustomerFile } from '../../contract/customers.ts';
import { isDeletedEmail } from '../../contract/values/deleted-account.ts';
import { telHref } from '../../contract/values/phone.ts';
import { serverNow } from '../api/server-clock.ts';
import { instantDayText } from '../pickups/pickup-words.ts';
import { planOfSubscriber, statusLabels } from '../subscriptions/subscribers/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button/button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { Card } from '../ui/card.tsx';

interface CustomerContactProps {
  file: CustomerFile;
  onBook: () => void;
}

/** A customer's contact details, and the actions for a customer on the phone. */
export function CustomerContact({ file, onBook }: CustomerContactProps) {
  const { customer, subscription, hasPassword } = file;
  const { phone, email, address, isActive, emailVerified } = customer;
  const isDeleted = isDeletedEmail(email);
  const hasPlan = subscription !== null && subscription.status !== 'cancelled';
  return (
    <Card as="section" aria-label="Contact">
      <p className="mb-3 flex flex-wrap gap-1.5 empty:hidden">
        {isDeleted ? <Badge>Account deleted</Badge> : !isActive && <Badge tone="brick">Deactivated</Badge>}
        {hasPlan && (
          <Badge tone={subscription.status === 'active' ? 'leaf' : 'maize'}>
            {`${planOfSubscriber(subscription).name}${subscription.status !== 'active' ? ` · ${statusLabels[subscription.status]}` : ''}`}
          </Badge>
        )}
        {!hasPassword && !isDeleted && <Badge tone="maize">No password yet</Badge>}
        {hasPassword && !emailVerified && <Badge>Email not verified</Badge>}
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 tiny:grid-cols-1">
        <Fact name="Phone" isWide>
          {phone ? (
            <a href={telHref(phone)} className="-my-2.5 inline-block py-2.5 text-azure underline underline-offset-2">
              {phone}
            </a>
          ) : (
            'Not provided'
          )}
        </Fact>
        <Fact name="Email" isWide>
          {isDeleted ? (
            'Not provided'
          ) : (
            <a
              translate="no"
              href={`mailto:${email}`}
              className="-my-2.5 inline-block py-2.5 text-azure underline underline-offset-2 [overflow-wrap:anywhere]"
            >
              {email}
            </a>
          )}
        </Fact>
        <Fact name="Address" isWide>
          {address || 'Not provided'}
        </Fact>
        <Fact name="Username">{customer.username}</Fact>
        <Fact name="Member since">{instantDayText(customer.createdAt, serverNow(), '')}</Fact>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {isActive && (
          <Button className="grow" icon={<CalendarPlus className="size-5" aria-hidden="true" />} onClick={onBook}>
            Book a Pickup
          </Button>
        )}
        {phone && (
          <a href={telHref(phone)} className={buttonClass('outline', 'md', 'grow')}>
            <Phone className="size-5" aria-hidden="true" />
            <span>Call</span>
          </a>
        )}
      </div>
    </Card>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="text-[0.9375rem] text-soft">{name}</dt>
      <dd className="break-words leading-snug">{children}</dd>
    </div>
  );
}
