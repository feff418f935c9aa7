import { Button } from '../../ui/button.tsx';

interface BillingPartErrorProps {
  /** "Your transactions could not be loaded." */
  message: string;
  part: { isFetching: boolean; refetch: () => unknown };
}

/** A part of the page that could not be read, and the way to try it again. */
export function BillingPartError({ message, part }: BillingPartErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p>{message}</p>
      <Button variant="outline" size="sm" busy={part.isFetching} onClick={() => part.refetch()}>
        Try again
      </Button>
    </div>
  );
}
