import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditEntry, type AuditSubject, listHistory } from '../../contract/audit.ts';
import { read } from '../api/query-client.ts';
import { Button } from '../ui/button.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { historyLineOf, historyTimeText } from './history-list-words.ts';

const refreshEveryMs = 20_000;
/** How many entries show before 'Show all' is pressed. */
const shownAtFirst = 4;

interface HistoryListProps {
  subject: AuditSubject;
  id: string;
  /** The level of its heading. */
  heading?: 'h2' | 'h3';
}

/** The history of a pickup, a subscription or a member in a detail dialog or on a page: who did what and when, newest first. */
export function HistoryList({ subject, id, heading = 'h3' }: HistoryListProps) {
  const history = useQuery({
    ...read(listHistory, { query: { subject, id } }),
    // A dialog that opens again reads the history again.
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <QuerySection
      title="History"
      heading={heading}
      query={history}
      loadingLabel="Loading history"
      failure="We couldn't load the history."
    >
      {(entries) => <HistoryLines entries={entries} subject={subject} />}
    </QuerySection>
  );
}

function HistoryLines({ entries, subject }: { entries: readonly AuditEntry[]; subject: AuditSubject }) {
  const [isWhole, setIsWhole] = useState(false);
  if (entries.length === 0) return <p className="mt-1 text-soft">No changes yet.</p>;
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
          {isWhole ? 'Show fewer' : `Show all ${entries.length}`}
        </Button>
      )}
    </>
  );
}
