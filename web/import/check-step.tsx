import { Link, useNavigate } from '@tanstack/react-router';
import { type ImportDetails, runImport } from '../../contract/import.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button/button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { useImportChange } from './data.ts';
import { DownloadButton } from './download-button.tsx';
import { DiscardButton } from './match-step.tsx';
import { Outcome } from './outcome.tsx';
import { ImportProgress } from './progress.tsx';
import { ImportRows } from './rows.tsx';
import { aboveText, counted, planTexts, unusedText } from './words.ts';

/** The effect of the import on each row, shown before anything is imported. */
export function CheckStep({ batch }: { batch: ImportDetails }) {
  const { id, state, rows, done, revision, checked } = batch;
  const confirm = useDialogSubject<true>();
  const navigate = useNavigate();
  const run = useImportChange(id, {
    send: () => call(runImport, { params: { id }, body: { revision } }),
    failure: "We couldn't start the import. Please try again.",
    title: 'Not Imported',
  });
  const count = checked.new + checked.plan;
  const isChecking = state === 'checking';
  const start = () =>
    run.mutate(undefined, {
      // Clears the filter, because it may match no rows after the import.
      onSuccess: () => void navigate({ to: '/admin/import/$id', params: { id }, search: {}, replace: true }),
      onSettled: () => confirm.setOpen(false),
    });
  return (
    <section aria-labelledby="check-rows" className="space-y-5">
      <h2 id="check-rows" tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
        What will happen
      </h2>
      {isChecking && <ImportProgress label="Checking rows" done={done} total={rows} />}
      <Outcome isReady={!isChecking} texts={[...planTexts(batch), aboveText(batch), unusedText(batch)]} />
      {!isChecking && (
        <>
          <div className="flex flex-wrap gap-3">
            <Button disabled={count === 0} onClick={() => confirm.show(true)}>
              {`Import ${counted(count, 'Row')}`}
            </Button>
            <Link
              to="/admin/import/$id"
              params={{ id }}
              search={{ step: 'columns' }}
              className={buttonClass('outline')}
            >
              Back to Columns
            </Link>
            {checked.error + checked.duplicate > 0 && <DownloadButton batch={batch} />}
            <DiscardButton id={id} />
          </div>
          <ImportRows key={revision} batch={batch} />
        </>
      )}
      {confirm.subject && (
        <ConfirmDialog
          key={confirm.opening}
          open={confirm.open}
          onOpenChange={confirm.setOpen}
          variant="primary"
          title={`Import ${counted(count, 'row')}?`}
          description="Nobody is emailed yet. You send the invitations afterwards. Later you can undo the import for every account that hasn't been used."
          confirmLabel="Import"
          busy={run.isPending}
          onConfirm={start}
        />
      )}
    </section>
  );
}
