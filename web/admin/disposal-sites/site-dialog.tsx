import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  addDisposalSite,
  changeDisposalSite,
  type DisposalSite,
  type DisposalSiteBody,
} from '../../../contract/routing/disposal-sites.ts';
import { AddressField } from '../../addresses/address-field.tsx';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';

interface SiteDialogProps {
  /** Null for a new site. */
  site: DisposalSite | null;
  /** All sites as they are now. */
  sites: readonly DisposalSite[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Texts {
  readonly name: string;
  readonly address: string;
  readonly isAlwaysOpen: boolean;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly minutes: string;
  readonly isActive: boolean;
}

/** Adds or changes a disposal site, or switches it on or off. */
export function SiteDialog({ site, sites, open, onOpenChange }: SiteDialogProps) {
  const formId = useId();
  const [texts, setTexts] = useState<Texts>(() => textsOf(site));
  const save = useSaveSite(site, sites, () => onOpenChange(false));
  const errors = save.error instanceof ApiError ? save.error.errors : {};
  const change = (part: Partial<Texts>) => setTexts((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(bodyOf(texts));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={site ? `Edit ${site.name}` : 'Add a site'}
      description="Routes use it when they are planned again."
      dismissible={!save.isPending}
      failure={save.error}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} busy={save.isPending} busyLabel="Saving...">
          Save Site
        </FormButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label="Name"
          value={texts.name}
          maxLength={60}
          error={errors.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <AddressField
          label="Address"
          value={texts.address}
          error={errors.address}
          onChange={(address) => change({ address })}
        />
        <div>
          <CheckboxField
            label="Always open"
            checked={texts.isAlwaysOpen}
            onChange={({ target }) => change({ isAlwaysOpen: target.checked })}
          />
          {!texts.isAlwaysOpen && (
            <div className="mt-2 grid grid-cols-2 gap-4 tiny:grid-cols-1">
              <TextField
                label="Opens"
                type="time"
                value={texts.opensAt}
                error={errors.opensAt}
                onChange={({ target }) => change({ opensAt: target.value })}
              />
              <TextField
                label="Closes"
                type="time"
                value={texts.closesAt}
                error={errors.closesAt}
                onChange={({ target }) => change({ closesAt: target.value })}
              />
            </div>
          )}
        </div>
        <TextField
          label="Minutes at the site"
          inputMode="numeric"
          hint="How long a truck is there, with the wait and the scale."
          value={texts.minutes}
          error={errors.minutes}
          onChange={({ target }) => change({ minutes: target.value })}
        />
        <SwitchField
          label="Active"
          hint="Routes only use active sites."
          checked={texts.isActive}
          onToggle={(isActive) => change({ isActive })}
        />
      </form>
    </Dialog>
  );
}

function textsOf(site: DisposalSite | null): Texts {
  if (!site) {
    return {
      ...{ name: '', address: '', isAlwaysOpen: false, opensAt: '07:00', closesAt: '17:00' },
      ...{ minutes: '20', isActive: true },
    };
  }
  const { name, address, opensAt, closesAt, minutes, isActive } = site;
  return {
    ...{ name, address, isActive, minutes: String(minutes), isAlwaysOpen: opensAt === null },
    ...{ opensAt: opensAt ?? '07:00', closesAt: closesAt ?? '17:00' },
  };
}

/** Returns the values to send. The server checks them and names each wrong field. */
function bodyOf({ name, address, isAlwaysOpen, opensAt, closesAt, minutes, isActive }: Texts): DisposalSiteBody {
  const hours = isAlwaysOpen
    ? { opensAt: null, closesAt: null }
    : { opensAt: opensAt || null, closesAt: closesAt || null };
  return { name, address, ...hours, minutes: minutes.trim() === '' ? Number.NaN : Number(minutes), isActive };
}

/**
 * Saves a site. If somebody else has changed it, the save fails with a message that says so, and the next save
 * overwrites that change.
 */
function useSaveSite(site: DisposalSite | null, sites: readonly DisposalSite[], onSaved: () => void) {
  const cache = useQueryClient();
  const [isOvertaken, setIsOvertaken] = useState(false);
  return useMutation({
    mutationFn: async (body: DisposalSiteBody) => {
      if (!site) return await call(addDisposalSite, { body });
      const latest = sites.find(({ id }) => id === site.id) ?? site;
      const { version } = isOvertaken ? latest : site;
      return await call(changeDisposalSite, { params: { id: site.id }, body: { ...body, version } });
    },
    onSuccess: ({ name }) => {
      toast({ title: 'Site Saved', description: `Routes use ${name} as saved when they are planned again.` });
      onSaved();
    },
    onError: (error) => setIsOvertaken(error instanceof ApiError && error.code === 'changed_meanwhile'),
    onSettled: () => refreshAdmin(cache),
  });
}
