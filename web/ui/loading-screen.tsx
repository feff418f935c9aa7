import { Spinner } from './spinner.tsx';

/** A centered spinner. It appears after a delay, so that quick loads don't flicker. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-azure">
      <span className="appear-late">
        <Spinner className="size-8" />
        <span className="sr-only">Loading</span>
      </span>
    </div>
  );
}
