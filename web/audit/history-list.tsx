import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type AuditEntry, type AuditSubject, listHistory } from '../../contract/audit.ts';
import { messageOf } from '../api/api-error.ts';
import { read } from '../api/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { historyLineOf, historyTimeText } from './history-list-words.ts';

const refreshEveryMs = 20_000;
/** What fits beside everything else in a dialog; the rest is a press away. */
const shownAtFirst = 4;

interface HistoryListProps {
  subject: AuditSubject;
  id: string;
}

/** 'History': who did what to a pickup, a subscription or a person, and when; the newest first. For detail dialogs. */
export function HistoryList({ subject, id }: HistoryListProps) {
  const headingId = useId();
  const history = useQuery({
    ...read(listHistory, { query: { subject, id } }),
    // Opened again, a dialog must not show what it knew an hour ago.
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-lg">
        History
      </h3>
      {history.data ? (
        <HistoryLines entries={history.data} subject={subject} />
      ) : history.isPending ? (
        <div role="status" className="mt-2 space-y-3">
          <span className="sr-only">Loading history</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : (
        <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 text-soft">
          <p>{messageOf(history.error, 'The history could not be loaded.')}</p>
          <Button
            variant="quiet"
            size="sm"
            className="-ml-3 px-3!"
            busy={history.isFetching}
            onClick={() => void history.refetch()}
          >
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}

function HistoryLines({ entries, subject }: { entries: readonly AuditEntry[]; subject: AuditSubject }) {
  const [isWhole, setIsWhole] = useState(false);
  if (entries.length === 0) return <p className="mt-1 text-soft">Nothing was changed yet.</p>;
  const now = new Date();
  return (
    <>
      <ol className="mt-1 divide-y divide-line">
        {(isWhole ? entries : entries.slice(0, shownAtFirst)).map((entry) => {
          const { who, did } = historyLineOf(entry, subject);
          return (
            <li key={entry.id} className="py-2.5">
              <p className="break-words leading-snug">
                <span className="font-semibold">{who}</span> {did}
              </p>
              <time dateTime={entry.at} className="text-[0.9375rem] text-soft">
                {historyTimeText(entry.at, now)}
              </time>
            </li>
          );
        })}
      </ol>
      {entries.length > shownAtFirst && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-4"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show the latest only' : `Show all ${entries.length}`}
        </Button>
      )}
    </>
  );
}
