import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../button/button.tsx';

interface PagerProps {
  /** The name for screen readers, such as 'Pages of requests'. */
  label: string;
  /** Undefined if there is no page in that direction. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

const look =
  'min-w-32 aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-soft aria-disabled:hover:bg-paper';

/** Previous and Next below a list. Both stay in place and keep the focus, even if there is no page to go to. */
export function Pager({ label, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap justify-between gap-3 sm:justify-end">
      <Button
        variant="outline"
        className={look}
        icon={<ChevronLeft className="size-5" aria-hidden="true" />}
        aria-disabled={!onPrevious || undefined}
        onClick={onPrevious}
      >
        Previous
      </Button>
      <Button variant="outline" className={look} aria-disabled={!onNext || undefined} onClick={onNext}>
        <span>Next</span>
        <ChevronRight className="size-5" aria-hidden="true" />
      </Button>
    </nav>
  );
}
