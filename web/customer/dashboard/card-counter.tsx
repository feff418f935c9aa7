import { classNames } from '../../ui/class-names.ts';

interface CardCounterProps {
  name: string;
  /** Undefined if it could not be loaded. A dash shows then, never zero. */
  value: number | undefined;
  className?: string;
}

/** One of the dashboard's counters, in the heading of the card about the same pickups: 'Upcoming 2' (HOME-2). */
export function CardCounter({ name, value, className }: CardCounterProps) {
  return (
    <dl className={classNames('flex shrink-0 items-baseline gap-1.5', className)}>
      <dt className="text-soft">{name}</dt>
      <dd className="font-bold font-display text-xl">{value === undefined ? '–' : value.toLocaleString('en-US')}</dd>
    </dl>
  );
}
