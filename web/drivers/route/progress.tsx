interface RouteProgressProps {
  completed: number;
  total: number;
}

/** How much of today's route is done. */
export function RouteProgress({ completed, total }: RouteProgressProps) {
  const percent = total === 0 ? 0 : Math.round((completed / total) * 100);
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Stops completed"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={completed}
        aria-valuetext={`${completed} of ${total}`}
        className="h-3 grow overflow-hidden rounded-full border border-control bg-paper"
      >
        <div className="h-full bg-leaf transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <span className="shrink-0 font-semibold tabular-nums" aria-hidden="true">
        {completed} of {total}
      </span>
    </div>
  );
}
