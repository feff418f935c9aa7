import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCustomerMessages, type SentMessage } from '../../contract/messages.ts';
import { read } from '../api/query-client.ts';
import { historyTimeText } from '../audit/history-list-words.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { messageTitle, outcomeText } from './message-words.ts';

const refreshEveryMs = 20_000;
/** How many show before 'Show all' is pressed. */
const shownAtFirst = 4;

/** What a customer was sent, for staff. */
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
        {(listed) => <MessageLines messages={listed} />}
      </QuerySection>
    </Card>
  );
}

function MessageLines({ messages }: { messages: readonly SentMessage[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (messages.length === 0) return <p className="mt-1 text-soft">Nothing was sent yet.</p>;
  const now = new Date();
  return (
    <>
      <ul aria-label="Messages" className="mt-1 divide-y divide-line">
        {(isWhole ? messages : messages.slice(0, shownAtFirst)).map((message) => {
          const at = message.settledAt ?? message.createdAt;
          return (
            <li key={message.id} className="py-2.5">
              <p className="break-words leading-snug">{messageTitle(message)}</p>
              <p className="text-[0.9375rem] text-soft">
                {outcomeText(message)}, <time dateTime={at}>{historyTimeText(at, now)}</time>
              </p>
            </li>
          );
        })}
      </ul>
      {messages.length > shownAtFirst && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-4"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${messages.length}`}
        </Button>
      )}
    </>
  );
}
