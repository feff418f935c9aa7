import { Link } from '@tanstack/react-router';
import { countedBagsText, isOpenStatus, statusLabels } from '../../../../contract/pickups.ts';
import type { BoardStop } from '../../../../contract/routing/day-board.ts';
import { telHref } from '../../../../contract/values/phone.ts';
import { instantOf, pickedDateTime } from '../../../../contract/values/time/dates.ts';
import { PickupMoves } from '../../../pickups/moves/pickup-moves.tsx';
import { serviceTypeText, timeText } from '../../../pickups/pickup-words.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { moneyText } from '../../../ui/text/money-text.ts';
import { stopName } from '../board-model.ts';

interface StopDialogProps {
  stop: BoardStop;
  date: string;
  driverName: string | null;
  open: boolean;
  isReadOnly: boolean;
  onClose: () => void;
  onMoveTo: () => void;
}

/** Everything about one stop, with the customer's phone number and all actions. */
export function StopDialog({ stop, date, driverName, open, isReadOnly, onClose, onMoveTo }: StopDialogProps) {
  const { status, phone, specialInstructions, estimatedArrival, pickupWindow } = stop;
  const facts = [
    { label: 'Status', value: statusLabels[status] },
    { label: 'Driver', value: driverName ?? 'Unassigned' },
    { label: 'Planned', value: estimatedArrival ? timeText(estimatedArrival) : 'Not planned yet' },
    { label: 'Window', value: pickupWindow ?? 'None yet' },
    { label: 'Bags', value: countedBagsText(stop) },
    { label: 'Type', value: serviceTypeText(stop.serviceType) },
    { label: 'Amount', value: moneyText(stop.amount) },
  ];
  const canMoveTo = !isReadOnly && isOpenStatus(status);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={stopName(stop)}
      description={stop.address}
      footer={
        canMoveTo && (
          <Button variant="outline" onClick={onMoveTo}>
            Move to…
          </Button>
        )
      }
    >
      <p className="flex flex-wrap gap-x-5">
        {phone && (
          <a href={telHref(phone)} className="inline-flex min-h-11 items-center font-semibold text-azure underline">
            {`Call ${phone}`}
          </a>
        )}
        <Link
          to={`/admin/customers/${stop.customerId}`}
          className="inline-flex min-h-11 items-center font-semibold text-azure underline"
        >
          Customer's page
        </Link>
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="break-words leading-snug">{value}</dd>
          </div>
        ))}
      </dl>
      {specialInstructions && (
        <p className="mt-3 whitespace-pre-line break-words border-maize-deep border-l-2 pl-2.5">
          <span className="sr-only">Special instructions: </span>
          <span>{specialInstructions}</span>
        </p>
      )}
      <div className="mt-4">
        <PickupMoves
          layout="buttons"
          pickup={{
            ...stop,
            scheduledDate: instantOf(date, pickedDateTime).toISOString(),
            customerUsername: stopName(stop),
            driverUsername: driverName,
          }}
        />
      </div>
    </Dialog>
  );
}
