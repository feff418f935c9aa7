import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ClosedDaysPreview, moveClosedDays, previewClosedDays } from '../../../contract/routing/closed-days.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { stopsText } from '../route-words.ts';
import { CheckStep } from './check-step.tsx';
import { DaysForm } from './days-form.tsx';
import { bodyOf, type Choice, emptyForm, type MoveForm, problemOf } from './model.ts';

interface MoveDayProps {
  open: boolean;
  onClose: () => void;
  date: string;
  today: string;
  drivers: readonly { id: string; name: string }[];
}

const noChoices: ReadonlyMap<string, Choice> = new Map();

/**
 * Moves the stops of days that can't be served, in steps: choose the stops and new days, check everything
 * that will happen, and move.
 */
export function MoveDay({ open, onClose, date, today, drivers }: MoveDayProps) {
  const formId = useId();
  const cache = useQueryClient();
  const [form, setForm] = useState<MoveForm>(() => emptyForm(date < today ? today : date));
  const [choices, setChoices] = useState(noChoices);
  const [seen, setSeen] = useState<ClosedDaysPreview>();
  const [problem, setProblem] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (chosen: ReadonlyMap<string, Choice>) => call(previewClosedDays, { body: bodyOf(form, chosen) }),
    onSuccess: setSeen,
  });
  const move = useMutation({
    mutationFn: (token: string) => call(moveClosedDays, { body: { ...bodyOf(form, choices), token } }),
    onSuccess: ({ action }) => {
      const description = `${action.summary}. You can undo it on the board for five minutes. Then customers are notified.`;
      toast({ title: 'Day Moved', description });
      onClose();
    },
    onError: (error) => {
      // If the preview has changed, the new one is shown before anything moves.
      if (error instanceof ApiError && error.code === 'preview_changed') check.mutate(choices);
    },
    onSettled: () => void refreshAdmin(cache),
  });
  const submit = () => {
    const found = problemOf(form, today);
    setProblem(found);
    setChoices(noChoices);
    if (found === null) check.mutate(noChoices);
  };
  const choose = (id: string, choice: Choice | null) => {
    const next = new Map(choices);
    if (choice) next.set(id, choice);
    else next.delete(id);
    setChoices(next);
    check.mutate(next);
  };
  const back = () => {
    move.reset();
    check.reset();
    setSeen(undefined);
  };
  const movingCount = seen?.moving.filter(({ to }) => to !== null).length ?? 0;
  const isOnlySkips = seen !== undefined && movingCount === 0 && seen.moving.length > 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={!move.isPending}
      size="lg"
      fullHeight
      title={seen ? 'Check the Move' : 'Move This Day'}
      description={
        seen ? 'Nothing has moved yet.' : `For a day that can't be served, such as ${formatDateKey(date, 'long')}.`
      }
      failure={problem ?? move.error ?? check.error}
      footer={
        seen ? (
          <>
            <Button variant="outline" disabled={move.isPending} onClick={back}>
              Back
            </Button>
            <Button
              busy={move.isPending || check.isPending}
              busyLabel={move.isPending ? 'Moving...' : 'Checking...'}
              disabled={seen.moving.length === 0 || seen.conflicts.length > 0}
              onClick={() => move.mutate(seen.token)}
            >
              {`${isOnlySkips ? 'Skip' : 'Move'} ${stopsText(isOnlySkips ? seen.moving.length : movingCount)}`}
            </Button>
          </>
        ) : (
          <FormButtons form={formId} onCancel={onClose} busy={check.isPending} busyLabel="Checking...">
            Check
          </FormButtons>
        )
      }
    >
      {seen ? (
        <CheckStep preview={seen} choices={choices} onChoose={choose} isBusy={check.isPending || move.isPending} />
      ) : (
        <DaysForm id={formId} form={form} onChange={setForm} onSubmit={submit} {...{ date, today, drivers }} />
      )}
    </Dialog>
  );
}
