import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { telHref } from '../../../contract/values/phone.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { StopBags } from '../stop/stop-bags.tsx';
import { paymentTextOf, scheduledTextOf, serviceTextOf } from '../stop/stop-words.ts';

interface StopDetailsProps {
  id: string;
  stop: DriverStop;
  today: DateKey;
  /** The id of the stop's address. Given if the bags and their button are not shown elsewhere on the stop. */
  addressId?: string;
  /** True if the special instructions are already on the screen. */
  areInstructionsShown?: boolean;
  children?: Elements;
}

const linkClass = 'inline-flex min-h-11 items-center break-all font-semibold text-azure underline underline-offset-4';

/** Contact, service, payment and notes of a stop (DRIVER-7). */
export function StopDetails({ id, stop, today, addressId, areInstructionsShown = false, children }: StopDetailsProps) {
  const { customerPhone, customerEmail, specialInstructions, driverNotes } = stop;
  return (
    <div id={id} className="mt-4 border-line border-t pt-3">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
        <Detail name="Phone">
          {customerPhone ? (
            <a href={telHref(customerPhone)} className={linkClass}>
              {customerPhone}
            </a>
          ) : (
            'Not provided'
          )}
        </Detail>
        <Detail name="Email">
          {customerEmail ? (
            <a translate="no" href={`mailto:${customerEmail}`} className={linkClass}>
              {customerEmail}
            </a>
          ) : (
            'Not provided'
          )}
        </Detail>
        {addressId && (
          <Detail name="Bags">
            <StopBags stop={stop} describedBy={addressId} />
          </Detail>
        )}
        <Detail name="Service">{serviceTextOf(stop.serviceType)}</Detail>
        <Detail name="Scheduled">{scheduledTextOf(stop.scheduledDate, today)}</Detail>
        <Detail name="Payment">{paymentTextOf(stop.paymentStatus)}</Detail>
        {specialInstructions && !areInstructionsShown && (
          <Detail name="Special instructions" isWide>
            <span className="whitespace-pre-line">{specialInstructions}</span>
          </Detail>
        )}
        {driverNotes && (
          <Detail name="Your note" isWide>
            <span className="whitespace-pre-line">{driverNotes}</span>
          </Detail>
        )}
      </dl>
      {children}
    </div>
  );
}

function Detail({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'sm:col-span-2' : undefined}>
      <dt className="text-[0.9375rem] text-soft leading-snug">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

interface DetailsButtonProps {
  isExpanded: boolean;
  onToggle: () => void;
  controls: string;
  describedBy: string;
  className?: string;
}

/**
 * The button that opens and closes a stop's details. On a phone it is only an arrow, to leave room
 * for Navigate and Complete.
 */
export function DetailsButton({ isExpanded, onToggle, controls, describedBy, className }: DetailsButtonProps) {
  return (
    <button
      type="button"
      title="Details"
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? controls : undefined}
      aria-describedby={describedBy}
      onClick={onToggle}
      className={buttonClass('quiet', 'md', classNames('min-w-12 px-2! sm:px-3!', className))}
    >
      <span className="sr-only sm:not-sr-only">Details</span>
      <ChevronDown
        className={classNames('size-6 shrink-0 transition-transform', isExpanded && 'rotate-180')}
        aria-hidden="true"
      />
    </button>
  );
}
