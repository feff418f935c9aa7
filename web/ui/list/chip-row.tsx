import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';

interface ChipRowProps<Id extends string> {
  /** The name for screen readers, such as 'Filter by status'. */
  legend: string;
  /** `count` is shown beside the label. An empty text reserves its room until the count is known. */
  chips: readonly { id: Id; label: string; count?: string | undefined }[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** On a phone, wraps onto more lines instead of scrolling sideways. */
  wraps?: boolean;
  className?: string;
}

export function ChipRow<Id extends string>({ legend, chips, chosen, onChoose, wraps, className }: ChipRowProps<Id>) {
  const row = useRef<HTMLFieldSetElement>(null);
  const labels = chips.map(({ label, count }) => `${label} ${count}`).join();
  // Keeps the chosen filter in view if the row is wider than the screen. Counts that load later make it wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice and the labels move the chips
  useEffect(() => {
    const box = row.current;
    const pressed = box?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!box || !pressed) return;
    box.scrollLeft = pressed.offsetLeft - box.offsetLeft - (box.clientWidth - pressed.offsetWidth) / 2;
  }, [chosen, labels]);
  return (
    <fieldset
      ref={row}
      className={classNames(
        'flex min-w-0 gap-2',
        wraps ? 'flex-wrap' : '-mx-gutter scrollbar-none overflow-x-auto px-gutter py-1 sm:mx-0 sm:flex-wrap sm:px-0',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {chips.map(({ id, label, count }) => (
        <Chip key={id} pressed={id === chosen} onPress={() => onChoose(id)}>
          <span>{label}</span>
          {count !== undefined && (
            <span className={classNames('min-w-[1ch]', id !== chosen && 'text-soft')}>{count}</span>
          )}
        </Chip>
      ))}
    </fieldset>
  );
}

function Chip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 font-semibold transition-colors',
        pressed ? 'border-azure bg-azure text-paper' : 'border-control bg-paper text-ink hover:bg-step',
      )}
    >
      {children}
    </button>
  );
}
