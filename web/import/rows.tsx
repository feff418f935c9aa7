import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ImportBatch, type ImportRow, importFilters, listImportRows } from '../../contract/import.ts';
import { CustomerLink } from '../accounts/customer-link.tsx';
import { read } from '../api/query-client.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ChipRow } from '../ui/list/chip-row.tsx';
import { listFilters, useListFilters } from '../ui/list/filters.ts';
import { ListSearch } from '../ui/list/list-search.tsx';
import { ListStates } from '../ui/list/list-states.tsx';
import { Pager } from '../ui/list/pager.tsx';
import { SkeletonList } from '../ui/list/skeleton-list.tsx';
import { chipsOf, counted, partLabels, rowBadge } from './words.ts';

const rowFilters = listFilters({ show: importFilters }, { after: /^\d{1,7}$/ });

/** The rows of a file, page by page. Filter, search and page are in the URL, so a reload loses nothing. */
export function ImportRows({ batch }: { batch: ImportBatch }) {
  const [filters, change] = useListFilters(rowFilters);
  const list = useQuery({
    ...read(listImportRows, { params: { id: batch.id }, query: rowFilters.write(filters) as { show?: 'all' } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const goTo = (after: number) => {
    change({ after: after === 0 ? '' : String(after) });
    document.getElementById('import-rows')?.scrollIntoView({ block: 'start' });
  };
  const { next = null, previous = null, total = 0 } = list.data ?? {};
  return (
    <section id="import-rows" aria-label="Rows of the file" className="scroll-mt-24 space-y-3">
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:items-center">
        <ListSearch
          label="Search the rows"
          placeholder="Search rows..."
          q={filters.q}
          onSearch={(q) => change({ q, after: '' }, { replace: true })}
        />
        <ChipRow
          legend="Which rows to show"
          chips={chipsOf(batch)}
          chosen={filters.show}
          onChoose={(show) => change({ show, after: '' })}
        />
      </div>
      <ListStates
        query={list}
        rows={list.data?.rows}
        shown={() => counted(total, 'row')}
        errorTitle="We couldn't load the rows"
        skeleton={<SkeletonList label="Loading rows" />}
        empty={
          <EmptyState
            title="No rows found"
            heading="h3"
            action={
              <Button variant="outline" onClick={() => change(rowFilters.none)}>
                Show all rows
              </Button>
            }
          />
        }
      >
        {(rows) => (
          <>
            <ul
              aria-label="Rows"
              aria-busy={list.isPlaceholderData}
              className={classNames(
                'divide-y divide-line border-line border-y',
                list.isPlaceholderData && 'opacity-60',
              )}
            >
              {rows.map((row) => (
                <RowItem key={row.number} row={row} />
              ))}
            </ul>
            <Pager
              label="Pages of rows"
              onPrevious={previous === null ? undefined : () => goTo(previous)}
              onNext={next === null ? undefined : () => goTo(next)}
            />
          </>
        )}
      </ListStates>
    </section>
  );
}

function RowItem({ row }: { row: ImportRow }) {
  const badge = rowBadge(row);
  const { number, name, email, phone, plan, customerId, problems, remarks, outcomeText } = row;
  const known = outcomeText ? [outcomeText] : [];
  const isWrong = row.verdict === 'error' || row.outcome === 'failed';
  const texts = [...known, ...[...problems, ...remarks].map(({ text }) => text)];
  return (
    <li className="grid gap-x-5 gap-y-1 py-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)]">
      <p className="text-soft">
        <span className="sm:sr-only">Row </span>
        <span>{number}</span>
      </p>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-words font-semibold">
            {customerId && row.outcome !== 'undone' ? (
              <CustomerLink id={customerId} className="inline-flex min-h-11 items-center text-azure underline">
                {name || 'Customer'}
              </CustomerLink>
            ) : (
              name || 'No name'
            )}
          </span>
          {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        </p>
        <p className="break-words text-soft">{[email, phone].filter(Boolean).join(' · ')}</p>
        <AddressParts row={row} />
        {plan && <p className="break-words">{plan}</p>}
      </div>
      {texts.length > 0 && (
        <ul className="min-w-0 space-y-1">
          {texts.map((text) => (
            <li key={text} className={classNames('break-words', isWrong && 'text-brick')}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shows where each part of the address went, so that a wrong column is seen before anything is imported. */
function AddressParts({ row: { address, addressParts } }: { row: ImportRow }) {
  if (addressParts.length === 0) return null;
  return (
    <dl aria-label={`Address: ${address}`} className="flex flex-wrap gap-x-4 text-soft">
      {addressParts.map(({ part, text }) => (
        <div key={part} className="flex min-w-0 gap-1.5">
          <dt>{partLabels[part]}</dt>
          <dd translate="no" className="min-w-0 break-words text-ink">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
