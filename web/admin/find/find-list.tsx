import { Package, Truck, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { groupBy } from '../../ui/group-by.ts';
import { type FindOption, type FoundKind, kindLabels } from './options.ts';

const icons: Record<FoundKind, typeof Package> = { customers: UserRound, pickups: Package, drivers: Truck };

interface FindListProps {
  /** The input's ID. The IDs of the list and its options derive from it. */
  id: string;
  options: readonly FindOption[];
  active: number;
  /** True if each kind has a heading. Recently opened options have none: they are in the order of opening. */
  hasGroups: boolean;
  onChoose: (option: FindOption) => void;
}

export function FindList({ id, options, active, hasGroups, onChoose }: FindListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const numbered = options.map((option, index) => ({ option, index }));
  const groups = hasGroups ? [...groupBy(numbered, ({ option }) => option.kind)] : [['', numbered] as const];
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="Matches"
      // Pressing here must not take the focus from the field.
      onPointerDown={(event) => event.preventDefault()}
      className="-mx-2 min-h-0 grow overflow-y-auto overscroll-contain"
    >
      {groups.map(([kind, lines]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={kind} role="group" aria-label={kind === '' ? 'Opened recently' : kindLabels[kind]}>
          {kind !== '' && (
            <p aria-hidden="true" className="px-2 pt-2 pb-1 font-semibold text-soft text-sm">
              {kindLabels[kind]}
            </p>
          )}
          {lines.map(({ option, index }) => (
            <FindLine
              key={option.id}
              id={`${id}-${index}`}
              option={option}
              isActive={index === active}
              onChoose={() => onChoose(option)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface FindLineProps {
  id: string;
  option: FindOption;
  isActive: boolean;
  onChoose: () => void;
}

function FindLine({ id, option: { kind, title, mark, detail }, isActive, onChoose }: FindLineProps) {
  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a combobox handles keys in its input, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={classNames(
        'flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 leading-snug',
        isActive ? 'bg-azure-wash' : 'hover:bg-step',
      )}
    >
      <Icon className="size-5 shrink-0 text-azure" aria-hidden="true" />
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold">
          <span>{title}</span> <span className="font-normal text-soft">{mark}</span>
        </span>
        <span className="block truncate text-[0.9375rem] text-soft">{detail}</span>
      </span>
    </div>
  );
}
