import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';
import { mayOfferPush, pushChoice } from './choice.ts';

/**
 * A quiet line that offers notifications on this device. Only its button makes the browser ask. It is gone once somebody has answered;
 * 'Not now' holds for months (MSG-62).
 */
export function PushOffer({ label, className }: { label: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(mayOfferPush);
  const [busy, setBusy] = useState(false);
  if (!isOpen) return null;
  const accept = async () => {
    setBusy(true);
    try {
      // First, because browsers ask only right after a press.
      const permission = await Notification.requestPermission();
      if (permission === 'granted') {
        await (await import('./device.ts')).turnOn();
        toast({ title: 'Notifications are on', description: 'You can turn them off in Settings.' });
      }
      setIsOpen(permission === 'default');
    } catch (error) {
      toastFailure(error, "We couldn't turn on notifications. Please try again.", 'Notifications are still off');
    }
    setBusy(false);
  };
  const decline = () => {
    pushChoice.notNow();
    setIsOpen(false);
  };
  return (
    <div className={className}>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        icon={<BellRing className="size-5 shrink-0" aria-hidden="true" />}
        onClick={accept}
      >
        {label}
      </Button>
      <Button variant="quiet" size="sm" className="text-soft!" onClick={decline}>
        Not now
      </Button>
    </div>
  );
}
