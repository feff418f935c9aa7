import { type ReactNode, useState } from 'react';
import { Button } from '../button/button.tsx';

/** How many show before 'Show all' is pressed. */
const shownAtFirst = 4;

interface FirstItemsProps<Item> {
  items: readonly Item[];
  label: string;
  /** Shown for an empty list. */
  empty: string;
  /** Renders the list item of an entry, with its key. */
  children: (item: Item) => ReactNode;
}

/** Shows the first entries of a list. A button shows the rest. */
export function FirstItems<Item>({ items, label, empty, children }: FirstItemsProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) return <p className="mt-1 text-soft">{empty}</p>;
  return (
    <>
      <ol aria-label={label} className="mt-1 divide-y divide-line">
        {(isWhole ? items : items.slice(0, shownAtFirst)).map(children)}
      </ol>
      {items.length > shownAtFirst && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-4"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}
