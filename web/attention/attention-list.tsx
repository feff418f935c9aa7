import { ChevronDown, CircleCheck } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AttentionItem, AttentionKind, AttentionList as Listed } from '../../contract/attention.ts';
import { Button } from '../ui/button/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useRowFocus } from '../ui/hooks/use-row-focus.ts';
import { PartError, retryOf } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { countTextOf } from '../ui/text/count-text.ts';
import { AttentionRow } from './attention-row.tsx';
import { useAttention } from './use-attention.ts';
import { kindWords, nameOf, subjectOf } from './words.ts';

/** How many items of a kind show before 'Show all' is pressed. */
const shownAtFirst = 3;

interface AttentionListProps {
  /** The level of the kinds' headings. */
  headingLevel: 'h3' | 'h4';
}

/** The items that need attention, by kind. A single line if there are none. */
export function AttentionList({ headingLevel }: AttentionListProps) {
  const query = useAttention();
  const isOpen = useOpenKinds(query.data);
  if (!query.data) {
    return query.isError ? (
      <PartError message="We couldn't load what needs attention." {...retryOf(query)} />
    ) : (
      <div role="status">
        <span className="sr-only">Loading what needs attention</span>
        <Skeleton className="h-11" />
      </div>
    );
  }
  const { kinds } = query.data;
  return (
    <div className="@container">
      {query.isError && (
        <p role="status" className="mb-2 text-soft">
          The last refresh failed
        </p>
      )}
      {kinds.length === 0 ? (
        <p className="flex min-h-11 items-center gap-2 text-soft">
          <CircleCheck className="size-5 shrink-0 text-leaf" aria-hidden="true" />
          <span>Nothing needs attention</span>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {kinds.map((group) => (
            <Kind
              key={group.kind}
              group={group}
              headingLevel={headingLevel}
              isOpen={isOpen.of(group.kind)}
              onToggle={() => isOpen.toggle(group.kind)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Tracks which kinds are open: at first the first kind of the list, then as the dispatcher chooses. A refresh opens and
 * closes nothing.
 */
function useOpenKinds(data: Listed | undefined) {
  const seen = useRef(new Map<AttentionKind, boolean>());
  const [, setVersion] = useState(0);
  for (const { kind } of data?.kinds ?? []) {
    if (seen.current.has(kind)) continue;
    seen.current.set(kind, seen.current.size === 0);
  }
  return {
    of: (kind: AttentionKind) => seen.current.get(kind) ?? false,
    toggle: (kind: AttentionKind) => {
      seen.current.set(kind, !seen.current.get(kind));
      setVersion((version) => version + 1);
    },
  };
}

interface KindProps extends AttentionListProps {
  group: Listed['kinds'][number];
  isOpen: boolean;
  onToggle: () => void;
}

function Kind({ group: { kind, count, items }, headingLevel: Heading, isOpen, onToggle }: KindProps) {
  const id = useId();
  const { title, isUrgent } = kindWords[kind];
  return (
    <li>
      <Heading className="font-sans text-base tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-2 rounded-control text-left font-semibold hover:bg-step"
        >
          <ChevronDown
            className={classNames('size-5 shrink-0 transition-transform', !isOpen && '-rotate-90')}
            aria-hidden="true"
          />
          <span id={`${id}-title`} className="min-w-0 shrink-0 break-words tiny:shrink">
            {title}
          </span>
          {/* A closed kind shows its first item. */}
          <span aria-hidden="true" className="min-w-0 grow truncate font-normal text-soft tiny:hidden">
            {!isOpen && items[0] && previewOf(items[0])}
          </span>
          <span
            className={classNames(
              'rounded-full px-2.5 text-sm leading-6',
              isUrgent ? 'bg-brick text-paper' : 'bg-step text-ink',
            )}
          >
            {countTextOf(count)}
          </span>
        </button>
      </Heading>
      {isOpen && (
        <div id={id}>
          <Items items={items} count={count} labelledBy={`${id}-title`} />
        </div>
      )}
    </li>
  );
}

function previewOf(item: AttentionItem): string {
  return [nameOf(subjectOf(item), ''), item.address].filter(Boolean).join(' · ');
}

function Items({ items, count, labelledBy }: { items: readonly AttentionItem[]; count: number; labelledBy: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, shownAtFirst);
  const rows = useRowFocus(shown.map(({ key }) => key));
  const firstHidden = items[shownAtFirst];
  return (
    <>
      <ul aria-labelledby={labelledBy} className="divide-y divide-line border-line border-t">
        {shown.map((item) => (
          <AttentionRow key={item.key} ref={rows.rowRef(item.key)} item={item} onAct={() => rows.act(item.key)} />
        ))}
      </ul>
      {!isWhole && firstHidden && (
        <Button
          variant="quiet"
          size="sm"
          className="mb-1 w-full"
          onClick={() => {
            setIsWhole(true);
            // The button disappears; the focus moves to the first new row.
            rows.focusWhenThere(firstHidden.key);
          }}
        >
          {count > items.length ? `Show ${items.length} of ${countTextOf(count)}` : `Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}
