import { useQuery } from '@tanstack/react-query';
import { listCustomerMessages, type SentMessage } from '../../contract/messages/messages.ts';
import { read } from '../api/query-client.ts';
import { serverNow } from '../api/server-clock.ts';
import { historyTimeText } from '../audit/history-list-words.ts';
import { Card } from '../ui/card.tsx';
import { FirstItems } from '../ui/list/first-items.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { messageTitle, outcomeText } from './message-words.ts';

const refreshEveryMs = 20_000;

/** The messages to a customer, for staff. */
export function CustomerMessages({ customerId }: { customerId: string }) {
  const messages = useQuery({
    ...read(listCustomerMessages, { params: { id: customerId } }),
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <Card>
      <QuerySection
        title="Messages"
        heading="h2"
        query={messages}
        loadingLabel="Loading messages"
        failure="We couldn't load the messages."
      >
        {(listed) => (
          <FirstItems items={listed} label="Messages" empty="No messages yet.">
            {(message) => <MessageLine key={message.id} message={message} />}
          </FirstItems>
        )}
      </QuerySection>
    </Card>
  );
}

function MessageLine({ message }: { message: SentMessage }) {
  const at = message.outcomeAt ?? message.createdAt;
  return (
    <li className="py-2.5">
      <p className="break-words leading-snug">{messageTitle(message)}</p>
      <p className="text-[0.9375rem] text-soft">
        <span>{`${outcomeText(message)}, `}</span>
        <time dateTime={at}>{historyTimeText(at, serverNow())}</time>
      </p>
    </li>
  );
}
