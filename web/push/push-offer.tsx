import { type ComponentType, useEffect, useState } from 'react';
import { isPushOn, mayOfferPush } from './choice.ts';
import type { OfferProps } from './offer.tsx';

/**
 * A quiet line that offers notifications on this device until somebody answers; 'Not now' applies for months (MSG-62).
 * It is loaded after the page, into reserved space. If notifications are on, keeps the server's record of the device up
 * to date.
 */
export function PushOffer({ label }: { label: string }) {
  const [isOpen, setIsOpen] = useState(mayOfferPush);
  const [Line, setLine] = useState<ComponentType<OfferProps> | null>(null);
  useEffect(() => {
    if (isPushOn()) void import('./device.ts').then(({ refresh }) => refresh()).catch(() => undefined);
    // If the file can't be loaded, there is no offer.
    if (isOpen) import('./offer.tsx').then(({ Offer }) => setLine(() => Offer)).catch(() => setIsOpen(false));
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <div className="mb-2 -ml-2 flex min-h-11 flex-wrap">
      {Line && <Line label={label} onAnswered={() => setIsOpen(false)} />}
    </div>
  );
}
