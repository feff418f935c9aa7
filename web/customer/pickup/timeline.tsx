import type { PickupEvent, PickupPage } from '../../../contract/booking/pickup-page.ts';
import { instantDayText, timeText } from '../../pickups/pickup-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { eventText } from './timeline-words.ts';

const dots: Partial<Record<PickupEvent['kind'], string>> = {
  completed: 'bg-leaf',
  issue: 'bg-brick',
  incomplete: 'bg-brick',
  cancelled: 'bg-ink',
};

/** The events of a pickup, oldest first. */
export function Timeline({ page: { pickup, timeline }, now }: { page: PickupPage; now: Date }) {
  return (
    <TitledCard id="pickup-timeline" title="What happened">
      <ol className="mt-3">
        {timeline.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          <li key={index} className="relative flex gap-3.5 pb-4 last:pb-0">
            {index < timeline.length - 1 && (
              <span className="absolute top-5 bottom-[-0.25rem] left-[0.3125rem] w-0.5 bg-line" aria-hidden="true" />
            )}
            <span
              className={classNames('mt-1.5 size-3 shrink-0 rounded-full', dots[event.kind] ?? 'bg-azure')}
              aria-hidden="true"
            />
            <p className="min-w-0 break-words leading-snug">
              <span className="font-semibold">{eventText(event, pickup)}</span>
              <time dateTime={event.at} className="block text-soft">
                {`${instantDayText(event.at, now, '')}, ${timeText(event.at)}`}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}
