import { MapPin } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';

interface SuggestionListProps {
  /** The input's ID. The IDs of the list and its options derive from it. */
  id: string;
  addresses: readonly string[];
  areFromMap: boolean;
  active: number;
  onChoose: (address: string) => void;
}

/** The suggestions under the field. The list overlays the content below, so the layout does not shift. */
export function SuggestionList({ id, addresses, areFromMap, active, onChoose }: SuggestionListProps) {
  const popup = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isShown = addresses.length > 0;
  useLayoutEffect(() => {
    if (isShown && popup.current) fitBelow(popup.current);
  }, [isShown]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={popup}
      // Pressing here must not blur the input: that would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      className={classNames(
        'absolute inset-x-0 top-full z-10 mt-1 flex-col overflow-hidden rounded-control border border-control bg-paper shadow-sheet',
        isShown ? 'flex' : 'hidden',
      )}
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggested addresses"
        className="overflow-y-auto overscroll-contain"
      >
        {addresses.map((address, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a combobox handles keys in its input, which keeps the focus.
          <div
            key={address}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(address)}
            className={classNames(
              'flex min-h-12 cursor-pointer items-center gap-2.5 px-3.5 py-2 leading-snug',
              index === active ? 'bg-azure-wash' : 'hover:bg-step',
            )}
          >
            <MapPin className="size-5 shrink-0 text-azure" aria-hidden="true" />
            <span>{address}</span>
          </div>
        ))}
      </div>
      {areFromMap && (
        // Google's terms require this text and color wherever its addresses appear without its map.
        <p
          translate="no"
          className="whitespace-nowrap border-line border-t px-3.5 py-1.5 text-right text-[#5e5e5e] text-sm dark:text-white"
        >
          Google Maps
        </p>
      )}
    </div>
  );
}

/** Room for three addresses. With less room than that, the list overflows the dialog and scrolls with it. */
const minHeightPx = 180;
const gapPx = 8;

/** Limits the list to the height of the dialog around it, if any, so that the list scrolls inside the dialog. */
function fitBelow(popup: HTMLElement): void {
  let frame = popup.parentElement;
  while (frame && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) frame = frame.parentElement;
  if (!frame) return;
  const roomPx = frame.getBoundingClientRect().bottom - popup.getBoundingClientRect().top - gapPx;
  popup.style.maxHeight = roomPx < minHeightPx ? 'none' : `${roomPx}px`;
}
