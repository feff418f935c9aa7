import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronDown, ChevronUp, GripVertical, Pin } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { StopNumber } from '../../ui/stop-number.tsx';
import type { OpenStop } from '../route-stops.ts';
import { etaText, streetOf } from '../route-words.ts';

interface OrderRowProps {
  stop: OpenStop;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  onPin: (isPinned: boolean) => void;
}

export function OrderRow({ stop, isFirst, isLast, onStep, onPin }: OrderRowProps) {
  const { id, number, address, estimatedArrival, isPinned } = stop;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  });
  const street = streetOf(address);
  const step = (by: -1 | 1, isPossible: boolean) => ({
    'aria-disabled': !isPossible || undefined,
    'data-control': `${by === -1 ? 'up' : 'down'} ${id}`,
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-control',
    onClick: () => isPossible && onStep(by),
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'relative flex flex-wrap items-center border-line border-b bg-paper py-1 last:border-b-0',
        isDragging && 'z-10 rounded-control border-transparent shadow-sheet ring-2 ring-azure',
      )}
    >
      <div className="flex min-w-0 grow basis-44 items-center">
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          data-control={`handle ${id}`}
          aria-label={`Move ${street}`}
          title="Drag to move"
          className="-ml-3 grid size-11 shrink-0 cursor-grab! touch-none place-items-center rounded-control text-soft hover:bg-step active:cursor-grabbing!"
        >
          <GripVertical className="size-5" aria-hidden="true" />
        </button>
        <StopNumber number={number} isFinished={false} />
        <p className="ml-2 min-w-0 break-words leading-tight">
          <span className="font-semibold">{street}</span>
          <span className="mt-0.5 block text-[0.9375rem] text-soft tabular-nums">{etaText(estimatedArrival)}</span>
        </p>
      </div>
      <div className="-mr-2 ml-auto flex shrink-0">
        <IconButton
          label={`Pin ${street} to place ${number}`}
          aria-pressed={isPinned}
          data-control={`pin ${id}`}
          className={isPinned ? 'text-azure' : 'text-soft'}
          onClick={() => onPin(!isPinned)}
        >
          <Pin className={classNames('size-5', isPinned && 'fill-current')} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${street} up`} {...step(-1, !isFirst)}>
          <ChevronUp className="size-5" aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${street} down`} {...step(1, !isLast)}>
          <ChevronDown className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
