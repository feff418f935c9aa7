import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { setDriverShift } from '../../../contract/routing/day-board.ts';
import {
  type DriverTruck,
  getDriverTruck,
  removeDriverTruck,
  setDriverTruck,
} from '../../../contract/routing/trucks.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { AddressField } from '../../addresses/address-field.tsx';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { ShiftTimes, whyWrongShift } from '../../routing/board/dialogs/shift-times.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import type { Elements } from '../../ui/elements.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast, toastNothingToSave } from '../../ui/toast/toast.ts';
import { changedParts, placeHint, type TruckTexts, textsOf, truckBodyOf } from './truck-texts.ts';

export interface TruckDialogProps {
  driver: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A driver's truck, pause and usual hours (TRUCK-25). */
export default function TruckDialog({ driver, open, onOpenChange }: TruckDialogProps) {
  const formId = useId();
  const query = useQuery({ ...read(getDriverTruck, { params: { id: driver.id } }), staleTime: 0 });
  const change = useTruckChange(driver, () => onOpenChange(false));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Truck and shift"
      description={personName(driver)}
      dismissible={!change.isPending}
      failure={change.error}
      footer={
        <FormButtons
          form={formId}
          onCancel={() => onOpenChange(false)}
          disabled={query.data === undefined}
          busy={change.isPending}
          busyLabel="Saving..."
        >
          Save
        </FormButtons>
      }
    >
      {query.data ? (
        <TruckForm
          id={formId}
          saved={query.data}
          errors={change.error instanceof ApiError ? change.error.errors : {}}
          isBusy={change.isPending}
          onSend={change.mutate}
          onNothing={() => {
            onOpenChange(false);
            toastNothingToSave();
          }}
        />
      ) : query.isPending ? (
        <div role="status" className="space-y-3">
          <span className="sr-only">Loading the truck</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : (
        <InlineError message={messageOf(query.error, "We couldn't load the truck.")} {...retryOf(query)} />
      )}
    </Dialog>
  );
}

/** The change to save: only the parts that differ, or "settings" to return to the truck in the settings. */
type TruckChange = { readonly texts: TruckTexts; readonly shift: boolean; readonly truck: boolean } | 'settings';

function useTruckChange({ id }: User, onSaved: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (change: TruckChange) => {
      const params = { id };
      if (change === 'settings') return void (await call(removeDriverTruck, { params }));
      const { texts, shift, truck } = change;
      if (shift) await call(setDriverShift, { params, body: { start: texts.start, end: texts.end } });
      if (truck) await call(setDriverTruck, { params, body: truckBodyOf(texts) });
    },
    onSuccess: () => {
      toast({ title: 'Truck and Shift Saved', description: 'Routes use them when they are planned again.' });
      onSaved();
    },
    onSettled: () => refreshAdmin(cache),
  });
}

interface TruckFormProps {
  id: string;
  saved: DriverTruck;
  errors: Readonly<Record<string, string>>;
  isBusy: boolean;
  onSend: (change: TruckChange) => void;
  onNothing: () => void;
}

/** Stores only typed fields. The others show the saved values, even if those arrive after the dialog opened. */
function TruckForm({ id, saved, errors, isBusy, onSend, onNothing }: TruckFormProps) {
  const [typed, setTyped] = useState<Partial<TruckTexts>>({});
  const texts: TruckTexts = { ...textsOf(saved), ...typed };
  const [wrongShift, setWrongShift] = useState<string>();
  const change = (part: Partial<TruckTexts>) => setTyped((now) => ({ ...now, ...part }));
  const type = (name: keyof TruckTexts) => ({
    value: String(texts[name]),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const parts = changedParts(texts, saved);
    const wrong = parts.shift ? whyWrongShift(texts) : undefined;
    setWrongShift(wrong);
    if (wrong) return;
    if (parts.shift || parts.truck) onSend({ texts, ...parts });
    else onNothing();
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-6">
      <p className="text-soft">Routes use it when they are planned again.</p>
      <Group title="Usual shift" note={saved.shift.isOwn ? null : 'These are the default hours.'}>
        <ShiftTimes start={texts.start} end={texts.end} error={wrongShift ?? errors.end} onChange={change} />
      </Group>
      <Group title="Truck" note={saved.isOwn ? null : 'This is the default truck.'}>
        <TextField
          label="Bags in the truck"
          inputMode="numeric"
          hint={`The default is ${saved.settingsBags}.`}
          error={errors.capacityBags}
          {...type('bags')}
        />
        <AddressField
          label="Starts at (optional)"
          isOptional
          hint={placeHint(texts.startAddress, saved.start, 'start')}
          value={texts.startAddress}
          error={errors.startAddress}
          onChange={(startAddress) => change({ startAddress })}
        />
        <AddressField
          label="Ends at (optional)"
          isOptional
          hint={placeHint(texts.endAddress, saved.end, 'end')}
          value={texts.endAddress}
          error={errors.endAddress}
          onChange={(endAddress) => change({ endAddress })}
        />
        <CheckboxField
          label="A pause every day"
          checked={texts.hasPause}
          onChange={({ target }) => change({ hasPause: target.checked })}
        />
        {texts.hasPause && (
          <>
            <TextField
              label="Minutes of the pause"
              inputMode="numeric"
              error={errors['pause.minutes']}
              {...type('pauseMinutes')}
            />
            <div className="grid grid-cols-2 gap-4">
              <TextField label="Earliest start" type="time" error={errors['pause.from']} {...type('pauseFrom')} />
              <TextField label="Latest start" type="time" error={errors['pause.until']} {...type('pauseUntil')} />
            </div>
          </>
        )}
        {saved.isOwn && (
          <Button variant="quiet" className="-ml-3" busy={isBusy} onClick={() => onSend('settings')}>
            Use the Default Truck
          </Button>
        )}
      </Group>
    </form>
  );
}

function Group({ title, note, children }: { title: string; note: string | null; children: Elements }) {
  return (
    <fieldset className="space-y-4">
      <legend className="font-display font-semibold text-base">{title}</legend>
      {note && <p className="-mt-3 text-soft">{note}</p>}
      {children}
    </fieldset>
  );
}
