import { type ReactNode, useEffect, useRef } from 'react';
import type { ClosedDaysPreview, ConflictingStop, NewDay } from '../../../contract/routing/closed-days.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { Button } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { countedText, countTextOf } from '../../ui/text/count-text.ts';
import { stopsText } from '../route-words.ts';
import { type Choice, hoursText } from './model.ts';

interface CheckStepProps {
  preview: ClosedDaysPreview;
  choices: ReadonlyMap<string, Choice>;
  onChoose: (id: string, choice: Choice | null) => void;
  isBusy: boolean;
}

/** The check before the move: everything that the move will do. */
export function CheckStep({ preview, choices, onChoose, isBusy }: CheckStepProps) {
  const { moving, conflicts, staying, newDays, withoutStop, credits, messages } = preview;
  const chosen = moving.filter(({ id }) => choices.has(id));
  const messageCount = messagesText(messages);
  const top = useRef<HTMLParagraphElement>(null);
  // The previous form may have been scrolled, so start at the top.
  useEffect(() => top.current?.focus(), []);
  return (
    <div className="space-y-6" aria-busy={isBusy}>
      <p ref={top} tabIndex={-1} role="status" className="font-semibold outline-none">
        {outcomeText(preview)}
      </p>
      {conflicts.length > 0 && (
        <Part title="These stops need a choice">
          {conflicts.map((stop) => (
            <Conflict key={stop.id} stop={stop} isBusy={isBusy} onChoose={(choice) => onChoose(stop.id, choice)} />
          ))}
        </Part>
      )}
      {chosen.length > 0 && (
        <Part title="Your choices">
          {chosen.map(({ id, name, to }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <span>{`${name}: ${to === null ? 'skipped and credited' : formatDateKey(to, 'long')}`}</span>
              <Button
                variant="outline"
                size="sm"
                disabled={isBusy}
                aria-label={`Change the choice for ${name}`}
                onClick={() => onChoose(id, null)}
              >
                Change
              </Button>
            </li>
          ))}
        </Part>
      )}
      {newDays.map((day) => (
        <DayPart key={day.date} day={day} />
      ))}
      <Part title="Money">
        <li>
          {credits.visits === 0
            ? 'No credits. Moved pickups keep their price, so nothing is refunded.'
            : `${countText(credits.visits, 'skipped visit')}, $${credits.amount} in credits. Nothing is refunded.`}
        </li>
      </Part>
      <Part title="Messages">
        <li>
          {`${
            messageCount === ''
              ? 'No messages five minutes after the move.'
              : `${messageCount}, five minutes after the move.`
          }${withoutStop > 0 ? ` ${countText(withoutStop, 'plan visit')} ${withoutStop === 1 ? 'has' : 'have'} no stop yet. It's made a week ahead, and the customer gets the message then.` : ''}${messages.none > 0 ? ` No message goes to ${countText(messages.none, 'customer')}.` : ''}`}
        </li>
        {messages.examples.map(({ stops, subject, paragraphs }) => (
          <li key={subject} className="rounded-card border border-line p-3">
            <p className="font-semibold">
              <span>{subject}</span> <span className="font-normal text-soft">{`(${stopsText(stops)})`}</span>
            </p>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </li>
        ))}
      </Part>
      <Stops title="Stops that stay" stops={staying} textOf={({ why }) => why} />
      <Stops
        title="Every stop that moves"
        stops={moving}
        textOf={({ to, note, channels }) =>
          [
            to === null ? 'Skipped, its plan is credited.' : `To ${formatDateKey(to)}.`,
            ...(note === null ? [] : [note]),
            ...(channels.length === 0 ? ['Gets no message.'] : []),
          ].join(' ')
        }
      />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <ul className="space-y-3">{children}</ul>
    </section>
  );
}

function DayPart({ day: { date, stopsBefore, stopsAfter, unassignedAfter, drivers } }: { day: NewDay }) {
  return (
    <Part title={`${formatDateKey(date, 'long')}: ${stopsText(stopsAfter)}, now ${stopsBefore}`}>
      {drivers.map((driver) => (
        <li key={driver.driverId} className="flex flex-wrap justify-between gap-x-4">
          <span>{driver.name}</span>
          <span className={driver.overAfter > 0 ? 'font-semibold text-brick' : 'text-soft'}>
            {`${stopsText(driver.stopsAfter)}, ${hoursText(driver)}`}
          </span>
        </li>
      ))}
      {unassignedAfter > 0 && <li>{`${stopsText(unassignedAfter)} without a driver`}</li>}
    </Part>
  );
}

interface ConflictProps {
  stop: ConflictingStop;
  isBusy: boolean;
  onChoose: (choice: Choice | null) => void;
}

function Conflict({ stop, isBusy, onChoose }: ConflictProps) {
  return (
    <li>
      <p>
        <span className="font-semibold">{stop.name}</span>
        <span>{`, ${stop.address}`}</span>
      </p>
      <p className="mb-2 text-soft">{stop.problem}</p>
      <SelectField
        label={`What happens to ${stop.name}'s stop`}
        labelHidden
        value=""
        disabled={isBusy}
        onChange={({ target: { value } }) => value && onChoose(value === 'skip' ? { skip: true } : { to: value })}
      >
        <option value="">Choose…</option>
        {stop.openDays.map((day) => (
          <option key={day} value={day}>
            {`Move to ${formatDateKey(day, 'long')}`}
          </option>
        ))}
        {stop.canSkip && <option value="skip">Skip this visit and credit the plan</option>}
      </SelectField>
    </li>
  );
}

interface StopsProps<Stop> {
  title: string;
  stops: readonly Stop[];
  textOf: (stop: Stop) => string;
}

function Stops<Stop extends { id: string; name: string; address: string }>({ title, stops, textOf }: StopsProps<Stop>) {
  if (stops.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {`${title} (${stops.length.toLocaleString('en-US')})`}
      </summary>
      <ul className="space-y-2">
        {stops.map((stop) => (
          <li key={stop.id} className="[content-visibility:auto]">
            <span>{`${stop.name}, ${stop.address}. `}</span>
            <span className="text-soft">{textOf(stop)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function countText(count: number, noun: string): string {
  return countedText(countTextOf(count), noun);
}

/** Returns "603 stops will move, 2 will be skipped. 1 stop needs a choice." */
function outcomeText({ moving, conflicts }: ClosedDaysPreview): string {
  if (moving.length === 0 && conflicts.length === 0) return 'No stops to move.';
  const skipped = moving.filter(({ to }) => to === null).length;
  const skips = skipped === 0 ? '' : `, ${skipped.toLocaleString('en-US')} will be skipped`;
  const open = conflicts.length === 1 ? ' 1 stop needs a choice.' : ` ${stopsText(conflicts.length)} need a choice.`;
  return `${stopsText(moving.length - skipped)} will move${skips}.${conflicts.length === 0 ? '' : open}`;
}

/** Returns "603 emails, 12 texts"; an empty text if there are none. */
function messagesText({ email, push, sms }: ClosedDaysPreview['messages']): string {
  const counts = [[email, 'email'] as const, [push, 'notification'] as const, [sms, 'text'] as const];
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [countText(count, noun)])).join(', ');
}
