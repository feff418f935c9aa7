import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { listPickupAreas, pickupSorts } from '../../../contract/pickups/lists.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useTypedDate } from '../../ui/fields/use-typed-date.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { driverOptionsOf } from '../driver-label.ts';
import type { RequestFilters } from './filters.ts';
import { sortLabels } from './words.ts';

interface RequestFilterBarProps {
  filters: RequestFilters;
  onChange: (part: Partial<RequestFilters>) => void;
}

/** Search, order, and the filters by day, driver and ZIP code. On a phone, a button opens the filters. */
export function RequestFilterBar({ filters, onChange }: RequestFilterBarProps) {
  const { q, sort, day, driver, area } = filters;
  const chosen = [day, driver, area].filter(Boolean).length;
  const [isOpen, setOpen] = useState(chosen > 0);
  const typedDay = useTypedDate(day, (date) => onChange({ day: date }));
  return (
    <div className="grid grid-cols-1 gap-3 @xl:grid-cols-6 @4xl:grid-cols-[minmax(0,1fr)_11.5rem_10rem_11rem_8.5rem] @xl:[&>*]:col-span-3 @xl:[&>*>*]:col-span-2 @4xl:[&>*]:col-span-1 @4xl:[&>*>*]:col-span-1">
      <ListSearch
        label="Search by address, customer, phone or #id"
        placeholder="Search requests..."
        q={q}
        onSearch={(text) => onChange({ q: text })}
      />
      <div className="flex gap-3">
        <SelectField
          label="Sort"
          labelHidden
          className="min-w-0 grow"
          value={sort}
          onChange={({ target }) => onChange({ sort: pickupSorts.find((one) => one === target.value) ?? 'newest' })}
        >
          {pickupSorts.map((one) => (
            <option key={one} value={one}>
              {sortLabels[one]}
            </option>
          ))}
        </SelectField>
        <Button
          variant="outline"
          className="shrink-0 px-4! @xl:hidden"
          icon={<SlidersHorizontal className="size-5" aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {`Filters${chosen > 0 ? ` (${chosen})` : ''}`}
        </Button>
      </div>
      <div className={classNames('grid gap-3 @xl:contents', isOpen ? '' : 'hidden')}>
        <DateField label="Service date" labelHidden title="Service date" {...typedDay} />
        <DriverFilter driver={driver} onChange={onChange} />
        <AreaFilter area={area} onChange={onChange} />
      </div>
    </div>
  );
}

function DriverFilter({ driver, onChange }: { driver: string; onChange: RequestFilterBarProps['onChange'] }) {
  const { drivers } = useActiveDrivers();
  const options = driverOptionsOf(drivers ?? []);
  return (
    <SelectField
      label="Driver"
      labelHidden
      value={driver}
      onChange={({ target }) => onChange({ driver: target.value })}
    >
      <option value="">All drivers</option>
      <option value="none">No driver</option>
      {/* The URL may name a driver who is no longer active, or not loaded yet. */}
      {driver !== '' && driver !== 'none' && !options.some(({ id }) => id === driver) && (
        <option value={driver}>{drivers ? 'Former driver' : 'Loading…'}</option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function AreaFilter({ area, onChange }: { area: string; onChange: RequestFilterBarProps['onChange'] }) {
  const { data: areas = [] } = useQuery({ ...read(listPickupAreas), staleTime: 60_000 });
  return (
    <SelectField label="Area" labelHidden value={area} onChange={({ target }) => onChange({ area: target.value })}>
      <option value="">All areas</option>
      {area !== '' && !areas.includes(area) && <option value={area}>{area}</option>}
      {areas.map((zip) => (
        <option key={zip} value={zip}>
          {zip}
        </option>
      ))}
    </SelectField>
  );
}
