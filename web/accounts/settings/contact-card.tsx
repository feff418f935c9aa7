import { Link } from '@tanstack/react-router';
import type { Contact } from '../../../contract/accounts/contact.ts';
import type { User } from '../../../contract/accounts.ts';
import { AddressField } from '../../addresses/address-field.tsx';
import { Card } from '../../ui/card.tsx';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { PhoneField } from '../phone-field.tsx';
import { EntryForm, SubmitButton } from '../sign-in/entry-form.tsx';
import { MovePickupsDialog } from './move-pickups-dialog.tsx';
import { useContact, useContactForm } from './use-contact-form.ts';

/** The customer's phone number and service address. */
export function ContactCard({ me }: { me: User }) {
  const contact = useContact(me);
  return (
    <Card>
      <QuerySection
        title="Phone and address"
        heading="h2"
        query={contact}
        loadingLabel="Loading phone and address"
        failure="We couldn't load your phone and address."
      >
        {(saved) => <ContactForm saved={saved} refresh={contact.refetch} />}
      </QuerySection>
    </Card>
  );
}

function ContactForm({ saved, refresh }: { saved: Contact; refresh: ReturnType<typeof useContact>['refetch'] }) {
  const form = useContactForm(saved, refresh);
  const { values, change } = form;
  return (
    <>
      <EntryForm failure={form.failure} onSubmit={form.submit} className="mt-4 space-y-5">
        <PhoneField
          ref={form.phoneInput}
          label="Phone"
          hint="Your driver may call you about a pickup."
          name="phone"
          value={values.phone}
          error={form.errors.phone}
          onChange={({ target }) => change({ phone: target.value })}
        />
        <AddressField
          inputRef={form.addressInput}
          label="Service address"
          value={values.address}
          error={form.errors.address}
          onChange={(address) => change({ address })}
        />
        <SubmitButton
          disabled={values.address.trim() === ''}
          busy={form.isReading || (form.isSaving && !form.isAsking)}
          busyLabel={form.isReading ? 'Checking your pickups...' : 'Saving...'}
          className="w-full sm:w-auto"
        >
          Save Phone and Address
        </SubmitButton>
      </EntryForm>
      {saved.hasPlan && (
        <p className="mt-3">
          <span>Your plan's days, holds and cancellation are on</span>{' '}
          <Link
            to="/plan"
            className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            its page
          </Link>
          <span>.</span>
        </p>
      )}
      <MovePickupsDialog
        contact={saved}
        address={values.address.trim()}
        open={form.isAsking}
        onOpenChange={form.setIsAsking}
        onSave={form.send}
        onRefused={refresh}
        busy={form.isSaving}
      />
    </>
  );
}
