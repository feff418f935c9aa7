import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type AdminPickup, assignPickup, cancelPickup, reschedulePickup } from '../../../../contract/pickups.ts';
import { useActiveDrivers } from '../../../accounts/members/active-drivers.ts';
import { call } from '../../../api/call.ts';
import { refreshAdmin } from '../../../api/refresh-admin.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { InlineError } from '../../../ui/load-error.tsx';
import { countedText } from '../../../ui/text/count-text.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { driverOptionsOf } from '../../driver-label.ts';
import { RescheduleForm } from '../../reschedule/dialog.tsx';
import { rescheduleBody } from '../../reschedule/words.ts';
import { type Outcome, runEach } from './run-each.ts';
import { consequenceOfCancelling, type SeveralMove, severalWords } from './words.ts';

interface SeveralDialogProps {
  move: SeveralMove;
  requests: readonly AdminPickup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the IDs of the requests that failed, which stay checked. */
  onDone: (failedIds: readonly string[]) => void;
}

type Send = (request: AdminPickup) => Promise<unknown>;
type Failure = Outcome<AdminPickup>;

/** One confirmation for several requests. The result names each one that failed, with its reason. */
export function SeveralDialog({ move, requests, open, onOpenChange, onDone }: SeveralDialogProps) {
  const formId = useId();
  const cache = useQueryClient();
  // Fixed when the dialog opens, because requests that succeed are unchecked while it is open.
  const [all] = useState(requests);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure[] | null>(null);
  const words = severalWords[move];
  const isBusy = done !== null;

  const run = async (send: Send) => {
    if (isBusy) return;
    setDone(0);
    const outcomes = await runEach(all, send, setDone);
    await refreshAdmin(cache);
    setDone(null);
    const failed = outcomes.filter(({ problem }) => problem !== null);
    onDone(failed.map(({ item }) => item.id));
    const succeeded = all.length - failed.length;
    if (succeeded > 0) toast({ title: words.done, description: words.doneText(succeeded) });
    if (failed.length === 0) onOpenChange(false);
    else setFailures(failed);
  };

  if (failures) {
    return <FailuresDialog title={words.failed} {...{ failures, open, onOpenChange }} total={all.length} />;
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title(all.length)}
      role={move === 'cancel' ? 'alertdialog' : 'dialog'}
      dismissible={!isBusy}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={() => onOpenChange(false)}>
            {words.keep}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={move === 'cancel' ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={`${done ?? 0} of ${all.length}`}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className="mb-5">
        {move === 'assign' && <AssignForm id={formId} onSend={(driverId) => void run(assignTo(driverId))} />}
        {move === 'reschedule' && (
          <RescheduleForm
            id={formId}
            error={null}
            onSend={(date) => {
              const body = rescheduleBody(date);
              void run(({ id }) => call(reschedulePickup, { params: { id }, body }));
            }}
          />
        )}
        {move === 'cancel' && (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              void run(({ id }) => call(cancelPickup, { params: { id } }));
            }}
          >
            <p>{consequenceOfCancelling(all)}</p>
          </form>
        )}
      </div>
      <RequestNames requests={all} />
    </Dialog>
  );
}

const assignTo =
  (driverId: string): Send =>
  ({ id }) =>
    call(assignPickup, { params: { id }, body: { driverId } });

function AssignForm({ id, onSend }: { id: string; onSend: (driverId: string) => void }) {
  const { drivers, isError, retry } = useActiveDrivers();
  const [driverId, setDriverId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(driverId === '');
    if (driverId !== '') return onSend(driverId);
    event.currentTarget.querySelector('select')?.focus();
  };
  if (isError) return <InlineError message="We couldn't load the drivers." onRetry={retry} />;
  return (
    <form id={id} noValidate onSubmit={submit}>
      <SelectField
        label="Assign to"
        required
        value={driverId}
        disabled={drivers === undefined}
        error={isMissing ? 'Please choose a driver' : undefined}
        onChange={(event) => {
          setMissing(false);
          setDriverId(event.target.value);
        }}
      >
        <option value="">{drivers ? 'Choose a driver' : 'Loading drivers…'}</option>
        {driverOptionsOf(drivers ?? []).map(({ id: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </form>
  );
}

/** Names all selected requests, because some may be on another page of the list. */
function RequestNames({ requests }: { requests: readonly AdminPickup[] }) {
  return (
    <NameList label="Selected requests">
      {requests.map(({ id, address, customerName }) => (
        <li key={id} className="px-3 py-2 leading-snug">
          <span translate="no">{address}</span> <span className="text-soft">{customerName}</span>
        </li>
      ))}
    </NameList>
  );
}

interface FailuresDialogProps {
  title: string;
  failures: readonly Failure[];
  total: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function FailuresDialog({ title, failures, total, open, onOpenChange }: FailuresDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`${failures.length} of ${countedText(String(total), 'request')} couldn't be changed. They stay selected.`}
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <NameList label="Not changed">
        {failures.map(({ item, problem }) => (
          <li key={item.id} className="px-3 py-2 leading-snug">
            <span translate="no" className="font-semibold">
              {item.address}
            </span>
            <span className="block text-brick">{problem}</span>
          </li>
        ))}
      </NameList>
    </Dialog>
  );
}

function NameList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-control border border-line">
      {children}
    </ul>
  );
}
