import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ImportBatch, listImports } from '../../contract/import.ts';
import { formatMoment } from '../../contract/values/time/dates.ts';
import { read } from '../api/query-client.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { StepBar } from './step-bar.tsx';
import { UploadCard } from './upload-card.tsx';
import { counted, isWorking, stateTexts } from './words.ts';

/** Import of customers: a new file, and the earlier files. */
export default function ImportsPage() {
  const batches = useQuery({ ...read(listImports), staleTime: 0 });
  return (
    <Page title="Import customers" back="/admin/members" narrow>
      <div className="space-y-6">
        <StepBar step={1} />
        <UploadCard />
        <QuerySection
          title="Earlier files"
          heading="h2"
          query={batches}
          loadingLabel="Loading earlier files"
          failure="We couldn't load the earlier files."
        >
          {(items) =>
            items.length === 0 ? (
              <p className="mt-1 text-soft">Nothing has been imported yet.</p>
            ) : (
              <ul className="mt-2 divide-y divide-line">
                {items.map((batch) => (
                  <EarlierFile key={batch.id} batch={batch} />
                ))}
              </ul>
            )
          }
        </QuerySection>
      </div>
    </Page>
  );
}

function EarlierFile({ batch }: { batch: ImportBatch }) {
  const { id, fileName, state, rows, createdBy, createdAt, plans } = batch;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Link
          to="/admin/import/$id"
          params={{ id }}
          className="inline-flex min-h-11 min-w-0 items-center break-all font-semibold text-azure underline decoration-2 underline-offset-3"
        >
          {fileName}
        </Link>
        <Badge tone={state === 'done' ? 'leaf' : isWorking(state) ? 'azure' : 'neutral'}>{stateTexts[state]}</Badge>
      </div>
      <p className="text-soft">
        {`${counted(rows, 'row')} · ${formatMoment(new Date(createdAt))} · ${createdBy}${plans.awaiting > 0 ? ` · ${counted(plans.awaiting, 'plan')} awaiting consent` : ''}`}
      </p>
    </li>
  );
}
