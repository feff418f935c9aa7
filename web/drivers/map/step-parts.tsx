import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DayCounts } from '../schedule.ts';
import { milesAwayText } from './steps.ts';

/** What the map shows around a step, which is a stop or a visit to a disposal site. */
export interface AroundStep {
  /** The id of the step's heading. */
  addressId: string;
  isWaiting: boolean;
  /** Counts of the route's stops. */
  counts: DayCounts;
  next: { name: string; miles: number | null } | null;
  noNext: string;
}

export function CountsLine({ counts }: Pick<AroundStep, 'counts'>) {
  return (
    <p className="ml-auto text-[0.9375rem]">
      <strong>{counts.completed}</strong>
      <span> completed · </span>
      <strong>{counts.remaining}</strong>
      <span> remaining</span>
      {counts.incomplete > 0 && (
        <>
          {' '}
          <span>· </span>
          <strong>{counts.incomplete}</strong>
          <span> incomplete</span>
        </>
      )}
    </p>
  );
}

export function NextLine({ next, noNext }: Pick<AroundStep, 'next' | 'noNext'>) {
  return (
    <p className="mt-3 flex items-start gap-2 border-line border-t pt-3">
      <ArrowRight className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
      <span className="min-w-0 break-words">
        <span className="text-soft">Next stop: </span>
        {next ? (
          <>
            <span className="font-semibold">{next.name}</span>
            {next.miles !== null && <span className="text-soft">{`, ${milesAwayText(next.miles)}`}</span>}
          </>
        ) : (
          <span className="font-semibold">{noNext}</span>
        )}
      </span>
    </p>
  );
}

export function Fact({ name, isInline = false, children }: { name: string; isInline?: boolean; children: ReactNode }) {
  return (
    <div className={isInline ? 'flex flex-wrap gap-x-2' : 'min-w-0'}>
      <dt className="text-[0.9375rem] text-soft leading-snug">{name}</dt>
      <dd className="break-words font-semibold leading-snug">{children}</dd>
    </div>
  );
}
