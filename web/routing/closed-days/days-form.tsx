import { useQuery } from '@tanstack/react-query';
import { listServiceAreas } from '../../../contract/service-areas.ts';
import { lastBookableDay } from '../../../contract/values/time/booking-dates.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { type DayPair, type MoveForm, nextDay, slideWeek, withOneMore } from './model.ts';

interface DaysFormProps {
  id: string;
  form: MoveForm;
  onChange: (form: MoveForm) => void;
  onSubmit: () => void;
  date: string;
  today: string;
  drivers: readonly { id: string; name: string }[];
}

/** The form for which stops move, and where each day's stops go. */
export function DaysForm({ id, form, onChange, onSubmit, date, today, drivers }: DaysFormProps) {
  const first = date < today ? today : date;
  const setDay = (index: number, change: Partial<DayPair>) =>
    onChange({ ...form, days: form.days.map((pair, at) => (at === index ? { ...pair, ...change } : pair)) });
  const limits = { min: today, max: lastBookableDay(serverNow()), required: true };
  return (
    <form
      id={id}
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ScopeFields form={form} onChange={onChange} drivers={drivers} />
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">Where each day goes</legend>
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant="outline" onClick={() => onChange({ ...form, days: nextDay(first) })}>
            The next day
          </Button>
          <Button type="button" variant="outline" onClick={() => onChange({ ...form, days: slideWeek(first) })}>
            Slide the week
          </Button>
        </div>
        {[...form.days.entries()].map(([index, { from, to }]) => (
          <div key={index} className="grid gap-3 sm:grid-cols-2">
            <DateField
              label="From"
              {...limits}
              value={from}
              hint={from && formatDateKey(from, 'long')}
              onChange={({ target }) => setDay(index, { from: target.value })}
            />
            <DateField
              label="To"
              {...limits}
              value={to}
              hint={to && formatDateKey(to, 'long')}
              onChange={({ target }) => setDay(index, { to: target.value })}
            />
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant="outline" onClick={() => onChange({ ...form, days: withOneMore(form.days) })}>
            Add a day
          </Button>
          {form.days.length > 1 && (
            <Button type="button" variant="outline" onClick={() => onChange({ ...form, days: form.days.slice(0, -1) })}>
              Remove the last day
            </Button>
          )}
        </div>
      </fieldset>
      <TextField
        label="Reason for customers (optional)"
        value={form.reason}
        maxLength={500}
        placeholder="Heavy snow"
        onChange={({ target }) => onChange({ ...form, reason: target.value })}
      />
    </form>
  );
}

function ScopeFields({ form, onChange, drivers }: Pick<DaysFormProps, 'form' | 'onChange' | 'drivers'>) {
  const areas = useQuery({ ...read(listServiceAreas), enabled: form.scope === 'areas' });
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Where"
          value={form.scope}
          onChange={({ target }) => onChange({ ...form, scope: target.value as MoveForm['scope'] })}
        >
          <option value="all">Everywhere</option>
          <option value="areas">Service areas</option>
          <option value="zips">ZIP codes</option>
          <option value="drivers">Drivers</option>
        </SelectField>
        <SelectField
          label="Which stops"
          value={form.kind}
          onChange={({ target }) => onChange({ ...form, kind: target.value as MoveForm['kind'] })}
        >
          <option value="all">All stops</option>
          <option value="plan">Only plan stops</option>
          <option value="one-time">Only one-time pickups</option>
        </SelectField>
      </div>
      {form.scope === 'zips' && (
        <TextField
          label="ZIP codes"
          value={form.zips}
          placeholder="19147, 19148"
          onChange={({ target }) => onChange({ ...form, zips: target.value })}
        />
      )}
      {form.scope === 'drivers' && (
        <Boxes
          legend="Drivers"
          options={drivers}
          chosen={form.driverIds}
          onChange={(driverIds) => onChange({ ...form, driverIds })}
        />
      )}
      {form.scope === 'areas' && areas.isPending && <p role="status">Loading the areas...</p>}
      {form.scope === 'areas' && areas.isError && <p role="alert">{areas.error.message}</p>}
      {form.scope === 'areas' && areas.data && (
        <Boxes
          legend="Service areas"
          options={areas.data.areas}
          chosen={form.areaIds}
          onChange={(areaIds) => onChange({ ...form, areaIds })}
        />
      )}
    </div>
  );
}

interface BoxesProps {
  legend: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Boxes({ legend, options, chosen, onChange }: BoxesProps) {
  if (options.length === 0) return <p className="text-soft">There are none yet.</p>;
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {options.map(({ id, name }) => (
        <CheckboxField
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}
