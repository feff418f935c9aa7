import { Navigation } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { navigateLink, type Place } from './maps-links.ts';

interface NavigateButtonProps {
  place: Place;
  /** The id of the element that names the stop. */
  describedBy: string;
  className?: string;
}

export function NavigateButton({ place, describedBy, className }: NavigateButtonProps) {
  return (
    <a
      href={navigateLink(place)}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={describedBy}
      className={buttonClass('outline', 'md', className)}
    >
      <Navigation className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />
      Navigate
    </a>
  );
}
