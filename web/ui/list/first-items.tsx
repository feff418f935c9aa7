import { type ReactNode, useState } from 'react';
import { Button } from '../button/button.tsx';

/** The number of items shown until 'Show all' is pressed. */
const shownAtFirst = 4;

interface FirstItemsProps<Item> {
  items: readonly Item[];
  label: string;
  /** Shown for an empty list. */
  empty: string;
  /** Renders an item as a list item with its key. */
  children: (item: Item) => ReactNode;
}

/** The first items of a list. A button shows the rest. */
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
