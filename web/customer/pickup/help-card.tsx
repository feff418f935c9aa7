import { Mail, Phone } from 'lucide-react';
import { telHref } from '../../../contract/values/phone.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { shortIdOf } from '../../pickups/requests/words.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { TitledCard } from '../../ui/titled-card.tsx';

interface HelpCardProps {
  pickupId: string;
  /** The pickup's day in words. */
  day: string;
}

/** Phone and email. The email's subject names the pickup, so that the dispatcher finds it. */
export function HelpCard({ pickupId, day }: HelpCardProps) {
  const { supportPhone, supportEmail } = clientSettings;
  const number = shortIdOf(pickupId);
  const subject = encodeURIComponent(`Pickup ${number}, ${day}`);
  return (
    <TitledCard id="pickup-help" title="Get help">
      <p className="mt-1 text-soft">
        <span>Tell us the pickup's number: </span>
        <span className="font-semibold text-ink">{number}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={telHref(supportPhone)} className={buttonClass('outline', 'sm')}>
          <Phone className="size-4.5" aria-hidden="true" />
          <span>{`Call ${supportPhone}`}</span>
        </a>
        <a href={`mailto:${supportEmail}?subject=${subject}`} className={buttonClass('outline', 'sm')}>
          <Mail className="size-4.5" aria-hidden="true" />
          <span>Email us</span>
        </a>
      </div>
    </TitledCard>
  );
}
