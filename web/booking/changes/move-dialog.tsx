import { type FormEvent, useId, useState } from 'react';
import { type ChangeOptionsView, moveBooking } from '../../../contract/booking/changes.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { call } from '../../api/call.ts';
import { serverNow, serverToday } from '../../api/server-clock.ts';
import { dayText, instantDayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { RadioCard } from '../../ui/fields/radio-card.tsx';
import type { ChangeDialogProps } from './cancel-dialog.tsx';
import { OptionsState } from './options-state.tsx';
import { useChange, useChangeOptions } from './use-change.ts';
import { dayProblemOf } from './words.ts';

/** Moves a pickup to another day, at no charge. */
export function MoveDialog({ pickup, open, onOpenChange }: ChangeDialogProps) {
  const formId = useId();
  const [day, setDay] = useState<DateKey>('');
  const [dayError, setDayError] = useState<string | null>(null);
  const options = useChangeOptions(pickup.id, open);
  const move = useChange(options, {
    send: (newDate: DateKey) => call(moveBooking, { params: { id: pickup.id }, body: { newDate } }),
    done: { title: 'Pickup Moved', description: day && `It's now on ${formatDateKey(day, 'long')}.` },
    onDone: () => close(),
  });
  const close = () => {
    setDay('');
    setDayError(null);
    onOpenChange(false);
  };
  const changeOpen = (isOpen: boolean) => {
    if (isOpen) return onOpenChange(true);
    move.reset();
    close();
  };
  const choose = (chosen: DateKey) => {
    setDay(chosen);
    setDayError(null);
  };
  const { data } = options;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!data || move.isPending) return;
    const problem = dayProblemOf(day, data);
    setDayError(problem);
    if (problem === null) return move.mutate(day);
    // Focuses the date field if it shows the message, or else the first day.
    const form = event.currentTarget;
    (form.querySelector<HTMLInputElement>('input[type="date"]') ?? form.querySelector('input'))?.focus();
  };
  const canMove = data?.canMove === true && data.days.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={pickup.subscriptionId ? 'Move this visit' : 'Move this pickup'}
      description={
        <>
          <span className="block">{`Now: ${instantDayText(pickup.scheduledDate, serverNow(), 'No date', 'long')}`}</span>
          <span translate="no" className="block break-words">
            {pickup.address}
          </span>
        </>
      }
      dismissible={!move.isPending}
      failure={move.error}
      footer={
        <>
          <Button variant="outline" disabled={move.isPending} onClick={() => changeOpen(false)}>
            {data && !canMove ? 'Close' : 'Keep this day'}
          </Button>
          {(!data || canMove) && (
            <Button type="submit" form={formId} disabled={!data} busy={move.isPending}>
              {data?.days.includes(day) ? `Move to ${formatDateKey(day)}` : 'Move'}
            </Button>
          )}
        </>
      }
    >
      {!data ? (
        <OptionsState options={options} />
      ) : canMove ? (
        <form id={formId} noValidate onSubmit={submit}>
          <DayChoice options={data} day={day} error={dayError} onChoose={choose} />
        </form>
      ) : (
        <p>{data.whyNoMove ?? 'There are no other days before your next visit.'}</p>
      )}
    </Dialog>
  );
}

/** The number of days offered as buttons. A plan's stop has few days, so all of them are offered. */
const nearDays = 6;

interface DayChoiceProps {
  options: ChangeOptionsView;
  day: DateKey;
  error: string | null;
  onChoose: (day: DateKey) => void;
}

function DayChoice({ options: { days, isPlanStop }, day, error, onChoose }: DayChoiceProps) {
  const group = useId();
  const today = serverToday();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Which day?</legend>
      <div className="grid grid-cols-2 gap-3">
        {days.slice(0, isPlanStop ? undefined : nearDays).map((choice) => (
          <RadioCard
            key={choice}
            group={group}
            value={choice}
            checked={choice === day}
            onChoose={() => onChoose(choice)}
            className="block px-3 py-3 font-semibold leading-snug sm:px-4"
          >
            <span>{dayText(choice, today)}</span>
          </RadioCard>
        ))}
      </div>
      {isPlanStop ? (
        error && (
          <p role="alert" className="mt-2 text-brick">
            {error}
          </p>
        )
      ) : (
        <DateField
          label="Or another day"
          min={days[0]}
          max={days.at(-1)}
          value={day}
          error={error ?? undefined}
          onChange={(event) => onChoose(event.target.value)}
          className="mt-3"
        />
      )}
      <p className="mt-3 text-pretty text-soft">
        {isPlanStop
          ? 'Moving is free. Only this visit moves.'
          : 'Moving is free and the price stays the same. The new day has its own deadline for changes.'}
      </p>
    </fieldset>
  );
}
