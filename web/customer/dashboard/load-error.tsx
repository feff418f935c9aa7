import { Button } from '../../ui/button.tsx';

interface LoadErrorProps {
  /** What could not be read: "Your next pickup could not be loaded." */
  message: string;
  onRetry: () => void;
}

/** A part of a page that could not be read, and the way to try again. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p>{message}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
