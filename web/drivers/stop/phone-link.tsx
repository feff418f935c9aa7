import { Phone } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';

/** Calls the customer. Nothing without a number: the details say 'Not provided'. */
export function PhoneLink({ phone, className = '' }: { phone: string | null; className?: string }) {
  if (!phone) return null;
  return (
    <a href={telHref(phone)} className={buttonClass('quiet', 'sm', `px-2! tabular-nums ${className}`)}>
      <Phone className="size-5 shrink-0" aria-hidden="true" />
      <span className="sr-only">Call</span>
      {phone}
    </a>
  );
}

/** "tel:2155550142": the number as the phone dials it. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
