import { Camera, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Pickup } from '../../contract/pickups.ts';
import { buttonClass } from '../ui/button/button-class.ts';
import { classNames } from '../ui/class-names.ts';
import { PhotoPair } from './photo-pair.tsx';

/** The driver's photos of a pickup in a list, fetched when opened. `day` is for screen readers. */
export function PhotoDisclosure({ pickup, day }: { pickup: Pickup; day: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass('quiet', 'sm', '-ml-2.5 px-2.5!')}
      >
        <Camera className="size-5 shrink-0" aria-hidden="true" />
        <span>Photos</span>
        <span className="sr-only">{`, ${day}`}</span>
        <ChevronDown
          className={classNames('size-5 shrink-0 transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <div id={id} className="mt-1">
          <PhotoPair pickup={pickup} />
        </div>
      )}
    </div>
  );
}
