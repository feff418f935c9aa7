import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { addServiceArea, changeServiceArea, listZipPlaces, type ServiceArea } from '../../../contract/service-areas.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { areaConsequence } from './words.ts';
import { ZipList } from './zip-list.tsx';
import { ZipMap } from './zip-map.tsx';

interface AreaDialogProps {
  /** Null for a new area. */
  area: ServiceArea | null;
  /** All areas as they are now. */
  areas: readonly ServiceArea[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Adds or changes a service area: its name, its ZIP codes on a map or typed, its fee, and whether it is active. */
export function AreaDialog({ area, areas, open, onOpenChange }: AreaDialogProps) {
  const formId = useId();
  const [name, setName] = useState(area?.name ?? '');
  const [fee, setFee] = useState(area?.fee ?? '');
  const [isActive, setIsActive] = useState(area?.isActive ?? false);
  const [zipCodes, setZipCodes] = useState<readonly string[]>(area?.zipCodes ?? []);
  const places = useQuery(read(listZipPlaces));
  const save = useSaveArea(area, areas, () => onOpenChange(false));
  const errors = save.error instanceof ApiError ? save.error.errors : {};
  const consequence = areaConsequence(areas, { id: area?.id ?? null, isActive, zipCodes });
  const toggle = (zip: string) =>
    setZipCodes((now) => (now.includes(zip) ? now.filter((one) => one !== zip) : [...now, zip].sort()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ name, zipCodes: [...zipCodes], isActive, fee: fee.trim() === '' ? null : fee.trim() });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={area ? `Edit ${area.name}` : 'Add an area'}
      size="lg"
      dismissible={!save.isPending}
      failure={save.error}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={save.isPending}>
          Save Area
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
          <TextField
            label="Name"
            value={name}
            maxLength={60}
            error={errors.name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Fee (optional)"
            hint="A note for you. It's never charged."
            inputMode="decimal"
            value={fee}
            error={errors.fee}
            onChange={(event) => setFee(event.target.value)}
          />
        </div>
        {places.data ? (
          <ZipMap places={places.data} selected={zipCodes} onToggle={toggle} />
        ) : places.isPending ? (
          <Skeleton className="h-72 sm:h-96" />
        ) : (
          <InlineError message="We couldn't load the map. You can type ZIP codes below." {...retryOf(places)} />
        )}
        <ZipList
          zipCodes={zipCodes}
          error={errors.zipCodes}
          onAdd={(added) => setZipCodes((now) => [...new Set([...now, ...added])].sort())}
          onRemove={toggle}
          onClear={() => setZipCodes([])}
        />
        <SwitchField
          label="Active"
          hint="Customers can only book addresses in your active areas. Dispatchers can book anywhere."
          checked={isActive}
          onToggle={setIsActive}
        />
        <div role="status" className="empty:hidden">
          {consequence && <p className="rounded-control bg-maize-wash px-4 py-3 leading-snug">{consequence}</p>}
        </div>
      </form>
    </Dialog>
  );
}

/**
 * Saves an area. If somebody else has changed it, the save fails with a message that says so, and the next save
 * overwrites that change.
 */
function useSaveArea(area: ServiceArea | null, areas: readonly ServiceArea[], onSaved: () => void) {
  const cache = useQueryClient();
  const [isOvertaken, setIsOvertaken] = useState(false);
  return useMutation({
    mutationFn: async (body: Pick<ServiceArea, 'name' | 'zipCodes' | 'isActive' | 'fee'>) => {
      if (!area) return await call(addServiceArea, { body });
      const latest = areas.find(({ id }) => id === area.id) ?? area;
      const { version } = isOvertaken ? latest : area;
      return await call(changeServiceArea, { params: { id: area.id }, body: { ...body, version } });
    },
    onSuccess: ({ name, isActive }) => {
      toast({ title: 'Area Saved', description: `${name} is ${isActive ? 'active' : 'not active'}.` });
      onSaved();
    },
    onError: (error) => setIsOvertaken(error instanceof ApiError && error.code === 'changed_meanwhile'),
    onSettled: () => refreshAdmin(cache),
  });
}
