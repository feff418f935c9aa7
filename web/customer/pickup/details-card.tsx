import { type LucideIcon, MapPin, MessageSquareText, Package, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PickupPage } from '../../../contract/booking/pickup-page.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { PhotoPair } from '../../photos/photo-pair.tsx';
import { onDay, serviceTypeText, timeText } from '../../pickups/pickup-words.ts';
import { TitledCard } from '../../ui/titled-card.tsx';

/** The bags, the address and the driver. */
export function DetailsCard({ page: { pickup, driverName } }: { page: PickupPage }) {
  return (
    <TitledCard id="pickup-details" title="Details">
      <ul className="mt-3 space-y-2.5">
        <Detail icon={Package} name="Bags">
          {`${bagsText(pickup.bagCount)} · ${serviceTypeText(pickup.serviceType)}`}
        </Detail>
        <Detail icon={MapPin} name="Address">
          <span translate="no">{pickup.address}</span>
        </Detail>
        {pickup.specialInstructions && (
          <Detail icon={MessageSquareText} name="Special instructions">
            <span className="whitespace-pre-line">{pickup.specialInstructions}</span>
          </Detail>
        )}
        {driverName && (
          <Detail icon={Truck} name="Driver">
            {driverName}
          </Detail>
        )}
      </ul>
    </TitledCard>
  );
}

interface DetailProps {
  icon: LucideIcon;
  /** For screen readers; others see the icon. */
  name: string;
  children: ReactNode;
}

function Detail({ icon: Icon, name, children }: DetailProps) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
      <span className="min-w-0 break-words">
        <span className="sr-only">{`${name}: `}</span>
        <span>{children}</span>
      </span>
    </li>
  );
}

/** The driver's photos, and when the last one was taken. */
export function PhotosCard({ page: { pickup, photos }, now }: { page: PickupPage; now: Date }) {
  const last = photos.at(-1);
  if (!last) return null;
  return (
    <TitledCard id="pickup-photos" title="Photos">
      <p className="mt-1 mb-3 text-soft">
        {`Taken by your driver ${onDay(last.takenAt, now)} at ${timeText(last.takenAt)}`}
      </p>
      <PhotoPair pickup={pickup} />
    </TitledCard>
  );
}
