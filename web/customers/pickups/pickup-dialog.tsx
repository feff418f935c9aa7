import type { ReactNode } from 'react';
import { type AdminPickup, bagsText } from '../../../contract/pickups.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { hasPhotos, PhotoPair } from '../../photos/photo-pair.tsx';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { incompleteReasonText, isPayable, serviceTypeText } from '../../pickups/pickup-words.ts';
import { RequestPayment } from '../../pickups/requests/payment.tsx';
import { RequestBadges, RequestId } from '../../pickups/requests/request-head.tsx';
import { momentText } from '../../pickups/reschedule/words.ts';
import { ResendLink } from '../../pickups/resend-link.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Money } from '../../ui/money.tsx';

interface PickupDialogProps {
  pickup: AdminPickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One pickup of the customer: what is known of it, its moves, its money and its history. */
export function PickupDialog({ pickup, open, onOpenChange }: PickupDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={pickup.address} size="lg">
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <div>
          <div className="-mt-2.5 mb-2 flex flex-wrap items-center gap-x-1.5">
            <RequestBadges request={pickup} />
            <span className="ml-auto">
              <RequestId id={pickup.id} />
            </span>
          </div>
          <PickupFacts pickup={pickup} />
        </div>
        <div className="space-y-6">
          <PickupMoves pickup={pickup} layout="buttons" />
          {isPayable(pickup) && <ResendLink pickup={pickup} />}
          <RequestPayment request={pickup} />
          <HistoryList subject="pickup" id={pickup.id} />
        </div>
      </div>
    </Dialog>
  );
}

function PickupFacts({ pickup }: { pickup: AdminPickup }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name="Pickup date">{pickup.scheduledDate ? momentText(pickup.scheduledDate) : 'No date'}</Fact>
      <Fact name="Driver">{pickup.driverName ?? 'Unassigned'}</Fact>
      <Fact name="Bags">{bagsText(pickup.bagCount)}</Fact>
      <Fact name="Service">{serviceTypeText(pickup.serviceType)}</Fact>
      <Fact name="Amount">
        <Money amount={pickup.amount} className="font-semibold" />
      </Fact>
      {pickup.status === 'incomplete' && <Fact name="Reason">{incompleteReasonText(pickup.incompleteReason)}</Fact>}
      <Fact name="Special instructions" isWide>
        <span className="whitespace-pre-line">{pickup.specialInstructions || 'None'}</span>
      </Fact>
      {pickup.driverNotes && (
        <Fact name="Driver notes" isWide>
          <span className="whitespace-pre-line">{pickup.driverNotes}</span>
        </Fact>
      )}
      {hasPhotos(pickup) && (
        <Fact name="Driver photos" isWide>
          <div className="mt-1">
            <PhotoPair pickup={pickup} />
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
