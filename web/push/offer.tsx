import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button/button.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';
import { declinePush } from './choice.ts';
import { turnOn } from './device.ts';

export interface OfferProps {
  label: string;
  onAnswered: () => void;
}

/**
 * The line that offers notifications. The browser asks only after a press of its button. `onAnswered` removes the line.
 */
export function Offer({ label, onAnswered }: OfferProps) {
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      // This call comes first, because browsers ask only right after a press.
      const permission = await Notification.requestPermission();
      if (permission === 'granted') {
        await turnOn();
        toast({ title: 'Notifications On', description: 'You can turn them off in Settings.' });
      }
      // Closing the browser's question is not an answer.
      if (permission !== 'default') onAnswered();
    } catch (error) {
      toastFailure(error, "We couldn't turn on notifications. Please try again.", 'Notifications Still Off');
    }
    setBusy(false);
  };
  const decline = () => {
    declinePush();
    onAnswered();
  };
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        className="px-2!"
        icon={<BellRing className="size-5 shrink-0" aria-hidden="true" />}
        onClick={accept}
      >
        {label}
      </Button>
      <Button variant="quiet" size="sm" className="px-2! text-soft!" onClick={decline}>
        Not now
      </Button>
    </>
  );
}
