import { Button } from '../../ui/button.tsx';

interface DashboardTroubleProps {
  /** What could not be read: "Today's pickups could not be loaded." */
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** A part of the dashboard that could not be read. The others stay as they are. */
export function DashboardLoadError({ message, onRetry, isRetrying }: DashboardTroubleProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 grow basis-48">{message}</p>
      <Button variant="outline" size="sm" busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
