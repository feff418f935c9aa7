import { Spinner } from '../../ui/spinner.tsx';

/** Over the page, so that nothing moves: the booking is on its way. A moment later than that, so that it does not flicker. */
export function OpeningBooking() {
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-30 grid place-items-center">
      <span className="appear-late grid size-20 place-items-center rounded-sheet bg-paper text-azure shadow-sheet">
        <Spinner className="size-8" />
        <span className="sr-only">Opening the booking</span>
      </span>
    </div>
  );
}
