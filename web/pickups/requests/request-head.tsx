import { Copy } from 'lucide-react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PickupStatusBadge } from '../pickup-status-badge.tsx';
import { shortIdOf } from './words.ts';

export function UrgentTag() {
  return (
    <span className="mr-1.5 inline-flex items-center rounded-full bg-brick px-2 font-semibold text-[0.8125rem] text-paper leading-5">
      URGENT
    </span>
  );
}

/** A request's status, URGENT for a same-day pickup, and a badge for a held one. */
export function RequestBadges({ request: { status, serviceType, heldAt } }: { request: AdminPickup }) {
  return (
    <>
      <PickupStatusBadge status={status} />
      {serviceType === 'same-day' && <UrgentTag />}
      {heldAt && <Badge tone="brick">Held until paid</Badge>}
    </>
  );
}

/** A request's shortened id. Pressing it copies the full id, for an email or a search at the payment provider. */
export function RequestId({ id, className }: { id: string; className?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast({ title: 'Request ID copied', description: id });
    } catch {
      // Without permission, or over plain http, the toast shows the ID instead.
      toast({ title: 'Request ID', description: id });
    }
  };
  return (
    <button
      type="button"
      title={`${id} (press to copy)`}
      aria-label={`Copy request ID ${id}`}
      onClick={copy}
      className={classNames(
        '-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-soft transition-colors hover:bg-step hover:text-ink',
        className,
      )}
    >
      <span translate="no">{shortIdOf(id)}</span>
      <Copy className="size-4" aria-hidden="true" />
    </button>
  );
}
