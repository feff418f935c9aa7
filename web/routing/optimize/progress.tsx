import { useEffect, useState } from 'react';
import type { RouteType } from './call.ts';

/** That the planner is at work, and for how long already: how long it will take, nobody knows beforehand. */
export function OptimizeProgress({ type }: { type: RouteType | undefined }) {
  const seconds = useSeconds();
  return (
    <div>
      <h2 className="text-xl">Finding the best order</h2>
      <p role="status" className="mt-1 text-soft">
        Sharing out the {type} stops and putting each driver&apos;s day in order. Many stops take some seconds.
      </p>
      <div
        role="progressbar"
        aria-label={`Optimizing ${type} stops`}
        className="mt-4 h-3 overflow-hidden rounded-full bg-step"
      >
        <div className="h-full w-1/3 animate-[progress-sweep_1.6s_ease-in-out_infinite] rounded-full bg-azure" />
      </div>
      <p aria-hidden="true" className="mt-2 text-[0.9375rem] text-soft tabular-nums">
        {seconds === 1 ? '1 second' : `${seconds} seconds`}
      </p>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
