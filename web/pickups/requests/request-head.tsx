import { Copy } from 'lucide-react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { Badge } from '../../ui/badge.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { PickupStatusBadge } from '../pickup-status-badge.tsx';
import { shortIdOf } from './words.ts';

/** A request's status, and URGENT for a same-day pickup. */
export function RequestBadges({ request: { status, serviceType, heldAt } }: { request: AdminPickup }) {
  return (
    <>
      <PickupStatusBadge status={status} />
      {serviceType === 'same-day' && (
        <span className="inline-flex items-center rounded-full bg-brick px-2.5 py-0.5 font-semibold text-paper text-sm">
          URGENT
        </span>
      )}
      {heldAt && <Badge tone="brick">Held until paid</Badge>}
    </>
  );
}

/** A request's shortened id. Pressing it copies the full id, for an email or a search at the payment provider. */
export function RequestId({ id }: { id: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast({ title: 'Request ID copied', description: id });
    } catch {
      // Without permission, or over plain http: the toast shows what could not be copied.
      toast({ title: 'Request ID', description: id });
    }
  };
  return (
    <button
      type="button"
      title={`${id} (press to copy)`}
      aria-label={`Copy request ID ${id}`}
      onClick={copy}
      className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-soft tabular-nums transition-colors hover:bg-step hover:text-ink"
    >
      {shortIdOf(id)}
      <Copy className="size-4" aria-hidden="true" />
    </button>
  );
}
