import { PackagePlus } from 'lucide-react';

/** Booking within reach of a thumb, above the bottom bar. The page keeps room below its last line for it. */
export function FloatingBookButton({ onBook }: { onBook: () => void }) {
  return (
    <button
      type="button"
      aria-label="Book Pickup"
      title="Book Pickup"
      onClick={onBook}
      className="fixed right-[calc(1rem+env(safe-area-inset-right,0px))] bottom-[calc(var(--bottom-bar)+1rem+env(safe-area-inset-bottom,0px))] z-10 grid size-14 place-items-center rounded-sheet bg-azure text-paper shadow-curb ring-2 ring-paper transition-colors hover:bg-azure-hover lg:right-8 lg:bottom-8"
    >
      <PackagePlus className="size-7" aria-hidden="true" />
    </button>
  );
}
