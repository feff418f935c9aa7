import { type ImportDetails, inviteImported, undoImport } from '../../contract/import.ts';
import { call } from '../api/call.ts';
import { HistoryList } from '../audit/history-list.tsx';
import { Button } from '../ui/button/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { useImportChange } from './data.ts';
import { DownloadButton } from './download-button.tsx';
import { Outcome } from './outcome.tsx';
import { ImportProgress } from './progress.tsx';
import { ImportRows } from './rows.tsx';
import { counted, resultTexts, stateTexts } from './words.ts';

/** The running import and its results: invitations, undo, and the rows that failed. */
export function ResultStep({ batch }: { batch: ImportDetails }) {
  const { state, rows, done, checked, results } = batch;
  const toImport = checked.new + checked.plan;
  const isAtWork = state === 'running' || state === 'undoing';
  return (
    <section aria-labelledby="import-result" className="space-y-5">
      <h2 id="import-result" tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
        {stateTexts[state]}
      </h2>
      {state === 'running' && <ImportProgress label="Importing rows" done={done} total={toImport} />}
      {state === 'undoing' && (
        <ImportProgress label="Undoing rows" done={done} total={done + results.made + results.linked} />
      )}
      {isAtWork && <p className="text-soft">You can leave this page. We'll keep working in the background.</p>}
      <Outcome isReady={!isAtWork} texts={resultTexts(batch)} />
      {!isAtWork && (
        <>
          <BackgroundWork batch={batch} />
          <div className="flex flex-wrap gap-3">
            {state === 'done' && <InviteButton batch={batch} />}
            {rows > results.made + results.linked && <DownloadButton batch={batch} />}
            {state === 'done' && <UndoButton batch={batch} />}
          </div>
          <ImportRows batch={batch} />
          <Card>
            <HistoryList subject="import" id={batch.id} heading="h2" />
          </Card>
        </>
      )}
    </section>
  );
}

/** The progress of the work after the import: looking up addresses and sending invitations. */
function BackgroundWork({ batch: { located, invitations, state } }: { batch: ImportDetails }) {
  if (state !== 'done') return null;
  return (
    <div className="space-y-1 text-soft empty:hidden">
      {located && located.total > 0 && (
        <p>
          {`Looked up ${located.done.toLocaleString('en-US')} of ${counted(located.total, 'address', 'addresses')}.`}
        </p>
      )}
      {invitations.invited > 0 && (
        <p>{`Sent ${invitations.sent.toLocaleString('en-US')} of ${counted(invitations.invited, 'invitation')}.`}</p>
      )}
    </div>
  );
}

function InviteButton({ batch: { id, invitations } }: { batch: ImportDetails }) {
  const confirm = useDialogSubject<number>();
  const send = useImportChange(id, {
    send: (expected: number) => call(inviteImported, { params: { id }, body: { expected } }),
    failure: "We couldn't send the invitations. Please try again.",
    title: 'Not Sent',
  });
  if (invitations.open === 0 && !confirm.open) return null;
  const label = `Send ${counted(invitations.open, 'Invitation')}`;
  return (
    <>
      <Button onClick={() => confirm.show(invitations.open)}>{label}</Button>
      {confirm.subject !== null && (
        <ConfirmDialog
          key={confirm.opening}
          open={confirm.open}
          onOpenChange={confirm.setOpen}
          variant="primary"
          title={`Send ${counted(confirm.subject, 'invitation')}?`}
          description="Each customer gets one email with a link to set a password and, if there's a plan, to review and pay for it."
          confirmLabel="Send"
          busy={send.isPending}
          onConfirm={() =>
            confirm.subject !== null && send.mutate(confirm.subject, { onSettled: () => confirm.setOpen(false) })
          }
        />
      )}
    </>
  );
}

function UndoButton({ batch: { id } }: { batch: ImportDetails }) {
  const confirm = useDialogSubject<true>();
  const undo = useImportChange(id, {
    send: () => call(undoImport, { params: { id } }),
    failure: "We couldn't undo the import. Please try again.",
    title: 'Not Undone',
  });
  return (
    <>
      <Button variant="outline" onClick={() => confirm.show(true)}>
        Undo Import
      </Button>
      {confirm.subject && (
        <ConfirmDialog
          key={confirm.opening}
          open={confirm.open}
          onOpenChange={confirm.setOpen}
          title="Undo this import?"
          description="This removes the accounts and plans that nobody has used: no password set, nothing booked, bought or changed. The others stay, and each row says why."
          confirmLabel="Undo Import"
          busy={undo.isPending}
          onConfirm={() => undo.mutate(undefined, { onSettled: () => confirm.setOpen(false) })}
        />
      )}
    </>
  );
}
