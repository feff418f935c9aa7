import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ImportDetails } from '../../contract/import.ts';
import { ApiError } from '../api/api-error.ts';
import { Page } from '../shell/page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { whenFocusIsLost } from '../ui/hooks/when-focus-is-lost.ts';
import { SkeletonList } from '../ui/list/skeleton-list.tsx';
import { LoadError, retryOf } from '../ui/load-error.tsx';
import { Scene } from '../ui/street/scene.tsx';
import { CheckStep } from './check-step.tsx';
import { useImport } from './data.ts';
import { MatchStep } from './match-step.tsx';
import { ResultStep } from './result-step.tsx';
import { StepBar } from './step-bar.tsx';
import { stepOf } from './words.ts';

/**
 * The steps of one file: match the columns, check the rows, import them. Everything is on the server, so a reload loses
 * nothing.
 */
export default function ImportPage() {
  const { id = '' } = useParams({ strict: false });
  const batch = useImport(id);
  const isUnknown = batch.error instanceof ApiError && batch.error.status === 404;
  return (
    <Page title={batch.data?.fileName ?? 'Import customers'} back="/admin/import">
      {batch.data ? (
        <Steps key={id} batch={batch.data} />
      ) : isUnknown ? (
        <EmptyState title="No such import" art={<Scene name="notFound" />}>
          It may have been discarded.
        </EmptyState>
      ) : batch.isError ? (
        <LoadError title="We couldn't load the import" {...retryOf(batch)} />
      ) : (
        <SkeletonList label="Loading the import" />
      )}
    </Page>
  );
}

function Steps({ batch }: { batch: ImportDetails }) {
  const { step: wanted } = useSearch({ strict: false });
  const step = stepOf(batch.state, wanted);
  const steps = useFocusOnStep(step);
  return (
    <div ref={steps} className="space-y-6">
      <StepBar step={step} />
      {step === 2 && <MatchStep batch={batch} />}
      {step === 3 && <CheckStep batch={batch} />}
      {step === 4 && <ResultStep batch={batch} />}
    </div>
  );
}

/** Moves the focus to the heading of a new step, because the button that was pressed is gone. */
function useFocusOnStep(step: number) {
  const steps = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) whenFocusIsLost(() => steps.current?.querySelector('h2')?.focus());
    last.current = step;
  }, [step]);
  return steps;
}
