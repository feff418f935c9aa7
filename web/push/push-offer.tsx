import { type ComponentType, useEffect, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { mayOfferPush } from './choice.ts';
import type { Offer } from './offer.tsx';

type OfferProps = Parameters<typeof Offer>[0];

/**
 * A quiet line that offers notifications on this device, until somebody has answered; 'Not now' holds for months (MSG-62). It is loaded
 * after the page, in a place of its height.
 */
export function PushOffer({ label, className }: { label: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(mayOfferPush);
  const [Line, setLine] = useState<ComponentType<OfferProps> | null>(null);
  useEffect(() => {
    // A page without it is fine.
    if (isOpen) import('./offer.tsx').then(({ Offer }) => setLine(() => Offer)).catch(() => setIsOpen(false));
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <div className={classNames('-ml-2 flex min-h-11 flex-wrap', className)}>
      {Line && <Line label={label} onAnswered={() => setIsOpen(false)} />}
    </div>
  );
}
