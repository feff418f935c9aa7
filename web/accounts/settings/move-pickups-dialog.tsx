import { useId, useState } from 'react';
import type { Contact, OpenPickup } from '../../../contract/accounts/contact.ts';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { moveHint, movesByDefault, openPickupText, saveAddressText } from './contact-words.ts';
import type { Choice } from './use-contact-form.ts';

interface MovePickupsDialogProps {
  contact: Contact;
  /** The new service address. */
  address: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Saves the choice. Rejects when the server refuses. */
  onSave: (choice: Choice) => Promise<void>;
  /** Refetches the pickups, because a refusal means that they have changed. */
  onRefused: () => Promise<unknown>;
  busy: boolean;
}

/** Asks which open pickups move to the new address. Those past their cut-off stay, with the reason. */
export function MovePickupsDialog({ contact, address, open, onOpenChange, busy, ...rest }: MovePickupsDialogProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const movable = contact.pickups.filter(({ whyStays }) => whyStays === null);
  const staying = contact.pickups.filter(({ whyStays }) => whyStays !== null);
  const isMoving = (pickup: OpenPickup) => chosen[pickup.id] ?? movesByDefault(pickup);
  const moving = movable.filter(isMoving);
  const close = (isOpen: boolean) => {
    if (isOpen || busy) return;
    setChosen({});
    setRefusal(null);
    onOpenChange(false);
  };
  const save = async () => {
    setRefusal(null);
    const idsOf = (pickups: readonly OpenPickup[]) => pickups.map(({ id }) => id);
    try {
      await rest.onSave({
        pickupIds: idsOf(moving),
        stayIds: idsOf(movable.filter((pickup) => !isMoving(pickup))),
      });
      setChosen({});
    } catch (error) {
      setRefusal(messageOf(error, "We couldn't save your changes. Please try again."));
      await rest.onRefused();
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={movable.length > 0 ? 'Move your pickups too?' : 'Save your new address?'}
      description={
        <>
          <span>New address: </span>
          <span translate="no" className="font-semibold text-ink [overflow-wrap:anywhere]">
            {address}
          </span>
          <span className="mt-1 block">{moveHint(movable.length, contact.hasPlan)}</span>
        </>
      }
      dismissible={!busy}
      failure={refusal}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={() => close(false)}>
            Cancel
          </Button>
          <Button busy={busy} busyLabel="Saving..." onClick={save}>
            {saveAddressText(moving.length)}
          </Button>
        </>
      }
    >
      {movable.length > 0 && (
        <ul aria-label="Pickups that can move" className="divide-y divide-line">
          {movable.map((pickup) => (
            <li key={pickup.id}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 py-3">
                <input
                  type="checkbox"
                  checked={isMoving(pickup)}
                  disabled={busy}
                  onChange={({ target }) => setChosen((now) => ({ ...now, [pickup.id]: target.checked }))}
                  className="mt-0.5 size-5 shrink-0 cursor-pointer accent-azure"
                />
                <PickupText pickup={pickup} />
              </label>
            </li>
          ))}
        </ul>
      )}
      {staying.length > 0 && <StayingPickups pickups={staying} />}
    </Dialog>
  );
}

function StayingPickups({ pickups }: { pickups: readonly OpenPickup[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-4 rounded-card bg-step px-4 py-3 first:mt-0">
      <h3 id={headingId} className="text-base">
        Too late to move
      </h3>
      <ul className="mt-1 space-y-2">
        {pickups.map((pickup) => (
          <li key={pickup.id}>
            <PickupText pickup={pickup} />
            <p className="text-[0.9375rem] leading-snug">{pickup.whyStays}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PickupText({ pickup }: { pickup: OpenPickup }) {
  return (
    <span className="min-w-0 leading-snug">
      <span className="block font-semibold">{openPickupText(pickup)}</span>
      <span translate="no" className="block text-soft [overflow-wrap:anywhere]">
        {pickup.address}
      </span>
    </span>
  );
}
