import { ChevronDown } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { classNames } from '../../ui/class-names.ts';

interface DetailsButtonProps {
  isExpanded: boolean;
  onToggle: () => void;
  /** The id of what it opens. */
  controls: string;
  /** The id of the element that says whose details. */
  describedBy: string;
  className?: string;
}

/** Opens and closes a stop's details; on a phone an arrow alone, to leave its room to Navigate and Complete. */
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
