import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { v4 as newNoteKey } from 'uuid';
import {
  addCustomerNote,
  type CustomerNote,
  listCustomerNotes,
  maxNoteLength,
  removeCustomerNote,
} from '../../contract/customers.ts';
import { call } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { serverNow } from '../api/server-clock.ts';
import { historyTimeText } from '../audit/history-list-words.ts';
import { Button } from '../ui/button/button.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import { QuerySection } from '../ui/list/query-section.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';

const refreshEveryMs = 20_000;

/** Notes about a customer, for staff only. */
export function CustomerNotes({ customerId }: { customerId: string }) {
  const notes = useQuery({
    ...read(listCustomerNotes, { params: { id: customerId } }),
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return (
    <Card>
      <QuerySection
        title="Notes"
        heading="h2"
        query={notes}
        loadingLabel="Loading notes"
        failure="We couldn't load the notes."
      >
        {(listed) => (
          <>
            <p className="text-[0.9375rem] text-soft">Only staff can see these.</p>
            <NoteForm customerId={customerId} />
            <NoteList customerId={customerId} notes={listed} />
          </>
        )}
      </QuerySection>
    </Card>
  );
}

function NoteForm({ customerId }: { customerId: string }) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  // Each text has one key, so that a double press, or a retry after a lost response, adds a single note.
  const [noteKey, setNoteKey] = useState(() => newNoteKey());
  const add = useMutation({
    mutationFn: () => call(addCustomerNote, { params: { id: customerId }, body: { text, noteKey } }),
    onSuccess: () => {
      setText('');
      setNoteKey(newNoteKey());
      toast({ title: 'Note Added' });
    },
    onError: (error) => toastFailure(error, "We couldn't add the note. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate();
  };
  const change = (changed: string) => {
    setText(changed);
    if (add.isError) setNoteKey(newNoteKey());
  };
  return (
    <form onSubmit={submit} className="mt-3 space-y-2.5">
      <TextareaField
        label="New note"
        rows={2}
        maxLength={maxNoteLength}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <Button type="submit" variant="outline" size="sm" disabled={text.trim() === ''} busy={add.isPending}>
        Add Note
      </Button>
    </form>
  );
}

function NoteList({ customerId, notes }: { customerId: string; notes: readonly CustomerNote[] }) {
  const cache = useQueryClient();
  const asking = useDialogSubject<CustomerNote>();
  const remove = useMutation({
    mutationFn: (noteId: string) => call(removeCustomerNote, { params: { id: customerId, noteId } }),
    onSuccess: () => toast({ title: 'Note Removed' }),
    onError: (error) => toastFailure(error, "We couldn't remove the note. Please try again."),
    onSettled: async () => {
      asking.setOpen(false);
      await refreshAdmin(cache);
    },
  });
  const now = serverNow();
  return (
    <>
      <ul aria-label="Notes" className="mt-2 divide-y divide-line empty:hidden">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-1 py-3 last:pb-0">
            <div className="min-w-0 grow">
              <p className="whitespace-pre-line leading-snug [overflow-wrap:anywhere]">{note.text}</p>
              <p className="mt-0.5 text-[0.9375rem] text-soft">
                <span>{`${note.author}, `}</span>
                <time dateTime={note.createdAt}>{historyTimeText(note.createdAt, now)}</time>
              </p>
            </div>
            <IconButton label="Remove this note" className="-mt-2 -mr-2.5" onClick={() => asking.show(note)}>
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {asking.subject && (
        <ConfirmDialog
          open={asking.open}
          onOpenChange={asking.setOpen}
          title="Remove this note?"
          description="The history will show that you removed it, without the text."
          confirmLabel="Remove Note"
          cancelLabel="Cancel"
          busy={remove.isPending}
          onConfirm={() => asking.subject && remove.mutate(asking.subject.id)}
        />
      )}
    </>
  );
}
