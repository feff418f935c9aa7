import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getOwnerSettings,
  maxPassageLength,
  ownerSettingsId,
  passageNames,
  passageSubjects,
  type OwnerSettings as Saved,
} from '../../../contract/owner-settings.ts';
import { EntryForm, SubmitButton } from '../../accounts/sign-in/entry-form.tsx';
import { read } from '../../api/query-client.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextareaField } from '../../ui/fields/textarea-field.tsx';
import { QuerySection } from '../../ui/list/query-section.tsx';
import type { Field } from './form-rules.ts';
import { useOwnerForm } from './use-owner-form.ts';

/** The card of the settings that take effect without a restart (SET-38). */
export function OwnerSettings() {
  const settings = useQuery({ ...read(getOwnerSettings), staleTime: 0 });
  return (
    <Card>
      <QuerySection
        title="Business settings"
        heading="h2"
        query={settings}
        loadingLabel="Loading business settings"
        failure="We couldn't load the business settings."
      >
        {(saved) => (
          <>
            <p className="mt-1 text-soft">
              Changes apply within seconds. Reload pages that are already open to see them.
            </p>
            <SettingsForm saved={saved} />
            <div className="mt-6">
              <HistoryList subject="settings" id={ownerSettingsId} />
            </div>
          </>
        )}
      </QuerySection>
    </Card>
  );
}

function SettingsForm({ saved }: { saved: Saved }) {
  const form = useOwnerForm(saved);
  const field = (name: Field) => ({
    name,
    value: form.texts[name],
    error: form.errors[name],
    onChange: ({ target }: { target: { value: string } }) => form.type(name, target.value),
  });
  return (
    <EntryForm failure={form.failure} onSubmit={form.submit} className="mt-4 space-y-6">
      <Group title="Changes and cancellations">
        <TextField
          label="Cut-off time"
          type="time"
          hint="The day before service, New York time. Until then, customers can move or cancel a booking for free."
          {...field('changeCutoff')}
        />
        <TextField
          label="Late refund (percent)"
          inputMode="numeric"
          hint="What we refund for a cancellation after the cut-off. Existing bookings keep their terms."
          {...field('lateRefundPercent')}
        />
      </Group>
      <Group title="Contact">
        <TextField label="Phone" hint="On every page and in every email." {...field('supportPhone')} />
        <TextField label="Email" type="email" hint="For customers' questions." {...field('supportEmail')} />
        <TextField
          label="Phone hours (optional)"
          hint="In your words, such as Monday to Friday, 8 AM to 5 PM."
          {...field('officeHours')}
        />
        <TextField label="Business address (optional)" hint="On receipts and in Terms." {...field('businessAddress')} />
      </Group>
      <Group title="Trucks and shifts">
        <TextField
          label="Shift starts"
          type="time"
          hint="For drivers without their own hours."
          {...field('shiftStart')}
        />
        <TextField label="Shift ends" type="time" {...field('shiftEnd')} />
        <TextField
          label="Bags in a truck"
          inputMode="numeric"
          hint="For drivers without a truck of their own. Routes use it once there is a disposal site."
          {...field('truckBags')}
        />
      </Group>
      <Group title="Your words in Terms and Privacy" isWide>
        {passageNames.map((name) => (
          <TextareaField
            key={name}
            label={passageTitles[name]}
            hint={`State ${passageSubjects[name]}. Until you do, the page shows a placeholder.`}
            rows={2}
            maxLength={maxPassageLength}
            {...field(name)}
          />
        ))}
      </Group>
      <SubmitButton busy={form.isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
        Save Settings
      </SubmitButton>
    </EntryForm>
  );
}

const passageTitles: Record<keyof typeof passageSubjects, string> = {
  company: 'Terms: who you are',
  neverTaken: 'Terms: what you never take',
  damage: 'Terms: damage',
  law: 'Terms: law',
  termsChanges: 'Terms: changes',
  providers: 'Privacy: providers',
  retention: 'Privacy: how long data stays',
  rights: 'Privacy: rights',
  privacyChanges: 'Privacy: changes',
};

function Group({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 font-display font-semibold text-base">{title}</legend>
      <div className={isWide ? 'grid gap-4' : 'grid gap-4 sm:grid-cols-2'}>{children}</div>
    </fieldset>
  );
}
