import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { type DeletionPreview, deleteMyAccount, previewDeletion } from '../../../contract/my-data.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { endedSession } from '../../api/ended-session.ts';
import { goodbye } from '../../api/goodbye.ts';
import { read } from '../../api/query-client.ts';
import { returnPath } from '../../api/return-path.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import type { Elements } from '../../ui/elements.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Money } from '../../ui/text/money.tsx';
import { useCurrentPassword } from '../second-factor/use-current-password.ts';
import type { DataDialogProps } from './download-dialog.tsx';
import { deleteLabel, goodbyeText, pickupDayText, pickupRefundText, planTexts } from './words.ts';

/**
 * Shows what the deletion does to pickups, plan and money, and deletes the account once the password is entered
 * (ACC-87).
 */
export function DeleteDialog({ open, onOpenChange }: DataDialogProps) {
  const preview = useQuery({ ...read(previewDeletion), staleTime: 0, gcTime: 0, enabled: open });
  const password = useCurrentPassword();
  const form = useId();
  const remove = useMutation({
    mutationFn: async ({ currentPassword, seen }: { currentPassword: string; seen: DeletionPreview }) => {
      const expectedPickupIds = seen.pickups.map(({ id }) => id);
      await call(deleteMyAccount, { body: { currentPassword, expectedRefund: seen.refund, expectedPickupIds } });
      await leave(goodbyeText(seen));
    },
    onError: async (error) => {
      if (password.refuse(error)) return;
      if (error instanceof ApiError && error.status === 409) await preview.refetch();
    },
  });
  const { data } = preview;
  const canDelete = data !== undefined && data.blocks.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const currentPassword = password.read();
    if (currentPassword !== null && canDelete && !remove.isPending) remove.mutate({ currentPassword, seen: data });
  };
  const failure = remove.error && password.field.error === undefined ? remove.error : null;
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete your account?"
      description="We'll erase your name, contact details, addresses and photos. This can't be undone."
      dismissible={!remove.isPending}
      footer={
        canDelete ? (
          <FormButtons
            form={form}
            variant="danger"
            onCancel={close}
            busy={remove.isPending || preview.isFetching}
            busyLabel={remove.isPending ? 'Deleting...' : 'Checking...'}
          >
            {deleteLabel(data)}
          </FormButtons>
        ) : (
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        )
      }
    >
      {failure && (data?.blocks.length ?? 0) === 0 && (
        <p role="alert" className="mb-4 rounded-control bg-brick-wash px-4 py-3 text-brick leading-snug">
          {messageOf(failure, "We couldn't delete your account. Please try again.")}
        </p>
      )}
      {data === undefined ? (
        <Waiting preview={preview} />
      ) : canDelete ? (
        <form id={form} noValidate onSubmit={submit} className="space-y-5">
          <Consequences preview={data} />
          <PasswordField {...password.field} disabled={remove.isPending} />
        </form>
      ) : (
        <Blocks blocks={data.blocks} />
      )}
    </Dialog>
  );
}

/**
 * Clears this browser's session and opens the sign-in page, which shows `text`. The server has already ended the
 * session.
 */
async function leave(text: string): Promise<void> {
  session.leave();
  endedSession.tellOtherTabs('signed-out');
  await session.clear();
  returnPath.clear();
  endedSession.clear();
  goodbye.save(text);
  location.assign('/login');
}

function Waiting({
  preview,
}: {
  preview: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
}) {
  if (preview.isError) {
    const message = messageOf(preview.error, "We couldn't check what your account holds.");
    return <InlineError message={message} {...retryOf(preview)} />;
  }
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Checking what your account holds</span>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-16 rounded-card" />
    </div>
  );
}

function Blocks({ blocks }: { blocks: DeletionPreview['blocks'] }) {
  return (
    <div role="alert" className="rounded-card bg-maize-wash px-4 py-3 leading-snug">
      <p className="font-semibold">Your account can't be deleted yet.</p>
      <ul className="mt-1.5 space-y-1.5">
        {blocks.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function Consequences({ preview }: { preview: DeletionPreview }) {
  const { pickups, plan, unspent, refund } = preview;
  return (
    <div className="space-y-4">
      {pickups.length > 0 && (
        <Part title={pickups.length === 1 ? 'This pickup is cancelled' : 'These pickups are cancelled'}>
          <ul className="divide-y divide-line">
            {pickups.map((pickup) => (
              <li key={pickup.id} className="flex items-baseline justify-between gap-4 py-2">
                <span className="min-w-0 leading-snug">
                  <span className="block font-semibold">{pickupDayText(pickup)}</span>
                  <span translate="no" className="block text-[0.9375rem] text-soft [overflow-wrap:anywhere]">
                    {pickup.address}
                  </span>
                </span>
                <span className="shrink-0">{pickupRefundText(pickup)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {plan && (
        <Part title={`Your plan, ${plan.name}, ends`}>
          {planTexts(plan).map((text) => (
            <p key={text} className="mt-1 leading-snug">
              {text}
            </p>
          ))}
        </Part>
      )}
      {unspent !== '0.00' && (
        <Part title="Paid and not used">
          <p className="mt-1 leading-snug">
            <Money amount={unspent} className="font-semibold" />
            <span> wasn't used for a pickup and goes back to your card.</span>
          </p>
        </Part>
      )}
      {refund !== '0.00' && (
        <p className="flex items-baseline justify-between gap-4 border-ink border-t-2 pt-2">
          <span className="font-semibold">You get back</span>
          <Money amount={refund} className="font-bold font-display text-3xl" />
        </p>
      )}
      <p className="text-pretty text-soft leading-snug">
        We keep the amounts and dates of your past pickups and payments for our books, without your name, address or
        card.
      </p>
    </div>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
