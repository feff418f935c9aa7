import { useQuery } from '@tanstack/react-query';
import { type AuditEntry, type AuditSubject, listHistory } from '../../contract/audit.ts';
import { read } from '../api/query-client.ts';
import { serverNow } from '../api/server-clock.ts';
import { FirstItems } from '../ui/list/first-items.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { historyLineOf, historyTimeText } from './history-list-words.ts';

const refreshEveryMs = 20_000;

interface HistoryListProps {
  subject: AuditSubject;
  id: string;
  /** The level of its heading. */
  heading?: 'h2' | 'h3';
}

/** The history of a subject, such as a pickup or a member: who did what and when, newest first. */
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
      {(entries) => (
        <FirstItems items={entries} label="History" empty="No changes yet.">
          {(entry) => <HistoryLine key={entry.id} entry={entry} subject={subject} />}
        </FirstItems>
      )}
    </QuerySection>
  );
}

function HistoryLine({ entry, subject }: { entry: AuditEntry; subject: AuditSubject }) {
  const { who, did } = historyLineOf(entry, subject);
  return (
    <li className="py-2.5">
      <p className="break-words leading-snug">
        <span className="font-semibold">{who}</span> <span>{did}</span>
      </p>
      <time dateTime={entry.at} className="text-[0.9375rem] text-soft">
        {historyTimeText(entry.at, serverNow())}
      </time>
    </li>
  );
}
