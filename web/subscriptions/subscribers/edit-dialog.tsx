import { type FormEvent, useId, useState } from 'react';
import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { centsOf } from '../../../contract/values/money.ts';
import { type PackageType, plans } from '../../../contract/values/prices.ts';
import { ApiError } from '../../api/api-error.ts';
import { serverNow } from '../../api/server-clock.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { toastNothingToSave } from '../../ui/toast/toast.ts';
import { monthlyPrice } from '../plan-words.ts';
import { updateFailureOf, useSubscriberEdit } from './change.ts';
import {
  bagLimitError,
  bagLimits,
  changedByOthers,
  chargedText,
  type EditFields,
  fieldsOf,
  isDearer,
  othersText,
  packageEdit,
  priceError,
  type Updates,
  unusualPriceText,
  updatesOf,
} from './edit.ts';
import { EndDialog } from './end-dialog.tsx';
import { customerNameOf, endText, planOfSubscriber, priceText, shortDay, statusLabels } from './words.ts';

interface SubscriberEditDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  subscriber: AdminSubscription;
  onChanged: (now: AdminSubscription) => void;
}

/**
 * Edits package, price, status and bag limit. Closes once the change is saved. Cancelled asks first, as the Cancel
 * button does (ADMIN-13), and so does an unusual price.
 */
export function SubscriberEditDialog({ open, onOpenChange, subscriber, onChanged }: SubscriberEditDialogProps) {
  const formId = useId();
  const edit = useSubscriberEdit(subscriber, (now) => {
    onChanged(now);
    onOpenChange(false);
  });
  /** The edit that ends the plan, while the dispatcher is asked about it. */
  const [ending, setEnding] = useState<Updates | null>(null);
  /** The edit with an unusual price, while the dispatcher is asked about it. */
  const [unusual, setUnusual] = useState<Updates | null>(null);
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) edit.reset();
    onOpenChange(isOpen);
  };
  const save = (updates: Updates) => {
    if (edit.isPending) return;
    if (unusualPriceText(subscriber, updates) !== null) return setUnusual(updates);
    send(updates);
  };
  const send = (updates: Updates) => {
    if (updates.status === 'cancelled') return setEnding(updates);
    if (Object.keys(updates).length > 0) return edit.mutate({ updates });
    toastNothingToSave();
    changeOpen(false);
  };
  const end = (expectedRefund: string | null) => {
    if (ending) edit.mutate({ updates: ending, expectedRefund }, { onSettled: () => setEnding(null) });
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title="Edit Subscription"
        description={customerNameOf(subscriber)}
        dismissible={!edit.isPending}
        footer={
          <FormButtons form={formId} onCancel={() => changeOpen(false)} busy={edit.isPending} busyLabel="Saving...">
            Save Changes
          </FormButtons>
        }
      >
        <EditForm id={formId} subscriber={subscriber} error={edit.error} onSave={save} />
      </Dialog>
      <ConfirmDialog
        open={unusual !== null}
        onOpenChange={(isOpen) => !isOpen && setUnusual(null)}
        title={`Charge ${moneyText(String(unusual?.pricePerMonth ?? '0'))} a month?`}
        description={unusual && unusualPriceText(subscriber, unusual)}
        confirmLabel="Save This Price"
        cancelLabel="Change the Price"
        onConfirm={() => {
          setUnusual(null);
          if (unusual) send(unusual);
        }}
      />
      <EndDialog
        open={ending !== null}
        onOpenChange={(isOpen) => !isOpen && setEnding(null)}
        subscriptionId={subscriber.id}
        description={endText(subscriber)}
        busy={edit.isPending}
        onConfirm={end}
      />
    </>
  );
}

interface EditFormProps {
  id: string;
  subscriber: AdminSubscription;
  /** Why the last attempt failed. */
  error: Error | null;
  onSave: (updates: Updates) => void;
}

function EditForm({ id, subscriber, error, onSave }: EditFormProps) {
  const [opened] = useState(subscriber);
  // Stores only the edited fields. The others show another dispatcher's changes as they arrive.
  const [edited, setEdited] = useState<Partial<EditFields>>({});
  const [isChecked, setIsChecked] = useState(false);
  const fields = { ...fieldsOf(subscriber), ...edited };
  const change = (part: Partial<EditFields>) => setEdited((before) => ({ ...before, ...part }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const errors = errorsOf(fields);
    setIsChecked(true);
    if (!errors.pricePerMonth && !errors.bagCountLimit) return onSave(updatesOf(subscriber, edited));
    const first = errors.pricePerMonth ? 'pricePerMonth' : 'bagCountLimit';
    event.currentTarget.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
  };

  const others = changedByOthers(opened, subscriber);
  const refusals = refusalsOf(error);
  const errors: Refusals = isChecked ? errorsOf(fields) : {};
  return (
    <form id={id} noValidate onSubmit={submit} className="space-y-4">
      <p role="status" className="empty:hidden rounded-card bg-maize-wash p-3.5">
        {others.length > 0 && othersText(others)}
      </p>
      <SelectField
        label="Package Type"
        value={fields.packageType}
        error={refusals.packageType}
        onChange={(event) => change(packageEdit(subscriber, event.target.value as PackageType))}
      >
        {plans.map((plan) => (
          <option key={plan.id} value={plan.id}>
            {`${plan.name}, ${monthlyPrice(plan)}`}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Price per Month"
        name="pricePerMonth"
        inputMode="decimal"
        autoComplete="off"
        value={fields.pricePerMonth}
        hint={priceHint(subscriber)}
        error={errors.pricePerMonth ?? refusals.pricePerMonth}
        onChange={(event) => change({ pricePerMonth: event.target.value })}
      />
      {isDearer(subscriber, fields) && (
        <CheckboxField
          label="The customer asked for it"
          checked={fields.customerAsked}
          onChange={(event) => change({ customerAsked: event.target.checked })}
        />
      )}
      <p role="status" className="empty:hidden rounded-card bg-maize-wash p-3.5">
        {chargedText(subscriber, fields, serverNow())}
      </p>
      <SelectField
        label="Status"
        value={fields.status}
        error={refusals.status}
        onChange={(event) => change({ status: event.target.value as EditFields['status'] })}
      >
        {Object.entries(statusLabels).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Bag Count Limit"
        name="bagCountLimit"
        type="number"
        inputMode="numeric"
        {...bagLimits}
        step={1}
        value={fields.bagCountLimit}
        error={errors.bagCountLimit ?? refusals.bagCountLimit}
        onChange={(event) => change({ bagCountLimit: event.target.value })}
      />
      {refusals.general && <p className="break-words text-brick">{refusals.general}</p>}
    </form>
  );
}

function errorsOf({ pricePerMonth, bagCountLimit }: EditFields): Refusals {
  return { pricePerMonth: priceError(pricePerMonth), bagCountLimit: bagLimitError(bagCountLimit) };
}

/** Returns a note about the customer's price if it differs from the package's list price, or changes in a later month. */
function priceHint(subscriber: AdminSubscription): string | undefined {
  const { pendingPrice, pendingPriceFrom } = subscriber;
  const isListed = centsOf(subscriber.pricePerMonth) === planOfSubscriber(subscriber).priceCents;
  if (!pendingPrice || !pendingPriceFrom) {
    return isListed ? undefined : `This customer pays ${priceText(subscriber)}.`;
  }
  return `This customer pays ${priceText(subscriber)}, and ${moneyText(pendingPrice)} from ${shortDay(pendingPriceFrom)}.`;
}

type Refusals = Partial<
  Record<'packageType' | 'pricePerMonth' | 'status' | 'bagCountLimit' | 'general', string | undefined>
>;

/**
 * Returns the server's messages by field. A declined card (402) is shown at the status field, because
 * changing it charges the card.
 */
function refusalsOf(error: Error | null): Refusals {
  if (!error) return {};
  const errors = error instanceof ApiError ? error.errors : {};
  const of = (field: string) => errors[`updates.${field}`] ?? errors[field];
  const fields = {
    ...{ packageType: of('packageType'), pricePerMonth: of('pricePerMonth') },
    ...{ status: of('status'), bagCountLimit: of('bagCountLimit') },
  };
  if (error instanceof ApiError && error.status === 402) return { status: updateFailureOf(error) };
  return Object.values(fields).some(Boolean) ? fields : { general: updateFailureOf(error) };
}
