import { Phone } from 'lucide-react';
import { telHref } from '../../../contract/values/phone.ts';
import { buttonClass } from '../../ui/button/button-class.ts';

/** The link that calls the customer. Renders nothing without a number; the details then say "Not provided". */
export function PhoneLink({ phone, className = '' }: { phone: string | null; className?: string }) {
  if (!phone) return null;
  return (
    <a href={telHref(phone)} className={buttonClass('quiet', 'sm', `min-w-0 px-2! tiny:mr-0! tiny:px-0! ${className}`)}>
      <Phone className="size-5 shrink-0 tiny:hidden" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">Call </span>
        <span>{phone}</span>
      </span>
    </a>
  );
}
