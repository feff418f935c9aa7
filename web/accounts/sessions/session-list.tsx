import { useQuery } from '@tanstack/react-query';
import { type Ref, useId } from 'react';
import type { Session } from '../../../contract/accounts/sessions.ts';
import { serverNow } from '../../api/server-clock.ts';
import { historyTimeText } from '../../audit/history-list-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useRowFocus } from '../../ui/hooks/use-row-focus.ts';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { type SessionCalls, useEndSessions } from './sessions.ts';

interface SessionListProps {
  sessions: SessionCalls;
  /** The heading level that fits the page around it. */
  heading: 'h2' | 'h3';
}

/** The devices on which a person is signed in, with buttons that sign them out. */
export function SessionList({ sessions, heading }: SessionListProps) {
  const query = useQuery({ ...sessions.list, staleTime: 0, refetchOnMount: 'always' });
  return (
    <QuerySection
      title="Signed-in devices"
      heading={heading}
      query={query}
      loadingLabel="Loading devices"
      failure="We couldn't load the devices."
    >
      {(listed) => <Devices listed={listed} sessions={sessions} />}
    </QuerySection>
  );
}

/** Lists this device first, then the others, the most recently used first. */
function Devices({ listed, sessions }: { listed: readonly Session[]; sessions: SessionCalls }) {
  const { one, others } = useEndSessions(sessions);
  const current = listed.filter(({ isCurrent }) => isCurrent);
  const shown = [...current, ...listed.filter(({ isCurrent }) => !isCurrent)];
  const rows = useRowFocus(shown.map(({ id }) => id));
  if (listed.length === 0) return <p className="mt-1 text-soft">Not signed in on any device.</p>;
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {shown.map((session) => (
          <Device
            key={session.id}
            ref={rows.rowRef(session.id)}
            session={session}
            busy={one.isPending && one.variables.id === session.id}
            onEnd={() => {
              rows.act(session.id);
              one.mutate(session);
            }}
          />
        ))}
      </ul>
      {shown.length > current.length && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2 mb-2"
          busy={others.isPending}
          onClick={() => others.mutate()}
        >
          {current.length > 0 ? 'End all other sessions' : 'End all sessions'}
        </Button>
      )}
    </>
  );
}

interface DeviceProps {
  session: Session;
  busy: boolean;
  onEnd: () => void;
  ref: Ref<HTMLLIElement>;
}

function Device({ session, busy, onEnd, ref }: DeviceProps) {
  const { device, ip, lastUsedAt, isCurrent } = session;
  const nameId = useId();
  return (
    <li ref={ref} tabIndex={-1} className="flex items-center justify-between gap-3 py-2.5 focus-visible:outline-3">
      <div className="min-w-0">
        <p id={nameId} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 break-words font-semibold leading-snug">
          <span>{device}</span>
          {isCurrent && <Badge tone="leaf">This device</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-[0.9375rem] text-soft leading-snug">
          <span className="[overflow-wrap:anywhere]">{ip}</span>
          {!isCurrent && (
            <span>
              <span>Last used </span>
              <time dateTime={lastUsedAt}>{historyTimeText(lastUsedAt, serverNow())}</time>
            </span>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          size="sm"
          className="-mr-3 shrink-0 px-3!"
          aria-describedby={nameId}
          busy={busy}
          onClick={onEnd}
        >
          End session
        </Button>
      )}
    </li>
  );
}
