import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import type { AttentionItem, AttentionPerson, RefusedRefund } from '../../contract/attention.ts';
import { getAdminPickup } from '../../contract/pickups/lists.ts';
import { countedBagsText } from '../../contract/pickups.ts';
import { telHref } from '../../contract/values/phone.ts';
import { read } from '../api/query-client.ts';
import { serverNow, serverToday } from '../api/server-clock.ts';
import { HistoryList } from '../audit/history-list.tsx';
import { DecideReport } from '../missed/decide-report.tsx';
import { hasPhotos } from '../photos/has-photos.ts';
import { PhotoPair } from '../photos/photo-pair.tsx';
import { arrivalText } from '../pickups/arrival-text.ts';
import { PickupMoves } from '../pickups/moves/pickup-moves.tsx';
import { PickupStatusBadge } from '../pickups/pickup-status-badge.tsx';
import { instantDayText, momentText, serviceTypeText } from '../pickups/pickup-words.ts';
import { RequestPayment } from '../pickups/requests/payment.tsx';
import { ResendLink } from '../pickups/resend-link.tsx';
import { Button } from '../ui/button/button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useOpenItem } from './open-item.ts';
import { useAttention } from './use-attention.ts';
import { useRetryRefund } from './use-retry-refund.ts';
import { customerPathOf, kindWords, nameOf, subjectOf, whenText } from './words.ts';

const refreshEveryMs = 15_000;

interface DetailsDialogProps {
  asOpened: AttentionItem;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One item with its people, pickup, money and all its actions. */
export function DetailsDialog({ asOpened, open, onOpenChange }: DetailsDialogProps) {
  const { dismissal } = useOpenItem();
  const { data } = useAttention();
  const latest = data?.kinds.flatMap(({ items }) => items).find(({ key }) => key === asOpened.key);
  const item = latest ?? asOpened;
  const { customer, driver } = item;
  // An item that has left the list isn't refreshed anymore, so its pickup is read separately.
  const fresh = useQuery({
    ...read(getAdminPickup, { params: { id: item.pickup?.id ?? '' } }),
    enabled: open && item.pickup !== null,
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  const pickup = fresh.data ?? item.pickup;
  const path = customerPathOf(item);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={nameOf(subjectOf(item), kindWords[item.kind].title)}
      description={item.address}
      size="lg"
      footer={
        <div className="flex grow flex-wrap justify-between gap-3">
          {path && (
            <Link to={path} onClick={() => onOpenChange(false)} className={buttonClass('outline')}>
              Open customer
            </Link>
          )}
          {data && !latest ? (
            <p role="status" className="py-3 font-semibold text-leaf">
              No longer on the list
            </p>
          ) : (
            <Button variant="outline" className="ml-auto" onClick={() => dismissal(item)}>
              {item.refund ? 'Settled another way…' : 'Dismiss…'}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <p className="break-words text-lg leading-snug">
            <span className="block font-semibold text-brick">{kindWords[item.kind].title}</span>
            <span>{kindWords[item.kind].what(item, serverNow())}</span>
            <span className="block text-base text-soft">{whenText(item, serverNow())}</span>
          </p>
          {pickup && item.missed && latest && (
            <DecideReport missed={item.missed} pickup={pickup} onDecided={() => onOpenChange(false)} />
          )}
          {customer && <PersonLine person={customer} title="Customer" />}
          {driver && <PersonLine person={driver} title="Driver" />}
          {pickup && (
            <p className="flex flex-wrap items-center gap-x-2 text-soft">
              <PickupStatusBadge status={pickup.status} />
              <span>{`${serviceTypeText(pickup.serviceType)} · ${countedBagsText(pickup)} · ${[
                instantDayText(pickup.scheduledDate, serverNow(), 'No date'),
                arrivalText(pickup, serverToday()),
              ]
                .filter(Boolean)
                .join(' · ')}`}</span>
            </p>
          )}
          {pickup && !item.missed && hasPhotos(pickup) && <PhotoPair pickup={pickup} />}
          {pickup && <PickupMoves pickup={pickup} layout="buttons" />}
          {pickup && item.kind === 'unpaid' && <ResendLink pickup={pickup} />}
          {item.refund && latest && <RetryRefund refund={item.refund} />}
        </div>
        <div className="min-w-0 space-y-6">
          {pickup && <RequestPayment request={pickup} />}
          {pickup ? (
            <HistoryList subject="pickup" id={pickup.id} />
          ) : (
            customer && <HistoryList subject="user" id={customer.id} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** When a refused refund is tried again, and a button that tries it now. */
function RetryRefund({ refund: { id, nextTryAt } }: { refund: RefusedRefund }) {
  const retry = useRetryRefund();
  return (
    <div>
      <p className="leading-snug">
        {nextTryAt
          ? `It is tried again ${momentText(new Date(nextTryAt), serverNow())}.`
          : 'It was refused for 14 days and is not tried again by itself.'}
      </p>
      <Button size="sm" className="mt-3" busy={retry.isPending} onClick={() => !retry.isPending && retry.mutate(id)}>
        Try again now
      </Button>
    </div>
  );
}

function PersonLine({ person, title }: { person: AttentionPerson; title: string }) {
  const name = nameOf(person, '');
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 break-words leading-snug">
        <span className="font-semibold">{name}</span>{' '}
        <span className="text-soft">{`${name === person.username ? '' : `${person.username} · `}${title}`}</span>
      </p>
      {person.phone && (
        <a
          href={telHref(person.phone)}
          className={buttonClass('outline', 'sm', 'shrink-0 px-3!')}
          aria-label={`Call ${name}, ${person.phone}`}
        >
          <Phone className="size-4.5" aria-hidden="true" />
          <span>{person.phone}</span>
        </a>
      )}
    </div>
  );
}
