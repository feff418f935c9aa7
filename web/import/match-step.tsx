import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { discardImport, type ImportDetails, ImportField, matchImport } from '../../contract/import.ts';
import { call } from '../api/call.ts';
import { untilClosed } from '../api/storage.ts';
import { Button } from '../ui/button/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { toastFailure } from '../ui/toast/toast.ts';
import { useImportChange } from './data.ts';
import { ReadingFields, useReading } from './reading-fields.tsx';
import { counted, fieldOptions, missingText } from './words.ts';

const Draft = z.object({ reading: z.string(), fields: z.array(z.nullable(ImportField)) });
type Draft = z.output<typeof Draft>;

/** The field of each column: our guess, until the admin changes it. The choice survives a reload. */
export function MatchStep({ batch }: { batch: ImportDetails }) {
  const navigate = useNavigate();
  const [draft, change] = useDraft(batch);
  const [isChecked, setIsChecked] = useState(false);
  const match = useImportChange(batch.id, {
    send: (body: { hasHeader: boolean; fields: Draft['fields'] }) =>
      call(matchImport, { params: { id: batch.id }, body }),
    failure: "We couldn't check the file. Please try again.",
    title: 'Columns Not Saved',
  });
  const read = useReading(batch);
  const missing = missingText(draft.fields);
  const submit = () => {
    setIsChecked(true);
    if (missing || match.isPending || read.isPending) return;
    match.mutate(
      { hasHeader: batch.hasHeader, fields: draft.fields },
      {
        onSuccess: () => {
          untilClosed.remove(keyOf(batch.id));
          void navigate({ to: '/admin/import/$id', params: { id: batch.id }, search: {} });
        },
      },
    );
  };
  const choose = (at: number, field: ImportField | null) => {
    // A field belongs to one column, so choosing it here removes it from the other column.
    const others = draft.fields.map((other) => (other !== null && other === field ? null : other));
    change({ ...draft, fields: others.with(at, field) });
  };
  return (
    <section aria-labelledby="match-columns" className="max-w-3xl space-y-5">
      <div>
        <h2 id="match-columns" tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
          What's in each column?
        </h2>
        <p className="mt-1 text-soft">
          {`${counted(batch.rows, 'row')}. We've guessed from the column names and the first few rows.`}
        </p>
      </div>
      <ReadingFields batch={batch} read={read} />
      <ul className="divide-y divide-line border-line border-y">
        {batch.columns.map((column, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name that is unique
            key={at}
            className="grid gap-x-5 gap-y-2 py-3 sm:grid-cols-2 sm:items-center"
          >
            <div className="min-w-0">
              <p className="break-words font-semibold">{column.name}</p>
              <p className="truncate text-soft">{column.samples.join(' · ') || 'Empty in the first few rows'}</p>
            </div>
            <SelectField
              label={`What's in "${column.name}"`}
              labelHidden
              value={draft.fields[at] ?? ''}
              onChange={(event) => choose(at, ImportField.safeParse(event.target.value).data ?? null)}
            >
              <option value="">Don't import</option>
              {fieldOptions.map(({ field, label }) => (
                <option key={field} value={field}>
                  {label}
                </option>
              ))}
            </SelectField>
          </li>
        ))}
      </ul>
      <p role="alert" className="font-semibold text-brick empty:hidden">
        {isChecked && missing}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={match.isPending || read.isPending} onClick={submit}>
          Check Rows
        </Button>
        <DiscardButton id={batch.id} />
      </div>
    </section>
  );
}

/** Discards an uploaded file without asking, because nothing has been imported yet. */
export function DiscardButton({ id }: { id: string }) {
  const navigate = useNavigate();
  const discard = useMutation({
    mutationFn: () => call(discardImport, { params: { id } }),
    onSuccess: () => navigate({ to: '/admin/import' }),
    onError: (error) => toastFailure(error, "We couldn't discard the file. Please try again."),
  });
  return (
    <Button variant="quiet" busy={discard.isPending} onClick={() => discard.mutate()}>
      Discard File
    </Button>
  );
}

const keyOf = (id: string) => `import-columns-${id}`;

/** Names the way that a file is read. A draft of another way is worth nothing, because its columns have changed. */
const readingOf = ({ headerRow, encoding, columns }: ImportDetails) => `${headerRow} ${encoding} ${columns.length}`;

function useDraft(batch: ImportDetails): [Draft, (draft: Draft) => void] {
  const [changed, setChanged] = useState<Draft | null>(() => readDraft(batch.id));
  const reading = readingOf(batch);
  const guess = { reading, fields: batch.columns.map(({ field }) => field) };
  return [
    changed?.reading === reading ? changed : guess,
    (next) => {
      untilClosed.set(keyOf(batch.id), JSON.stringify(next));
      setChanged(next);
    },
  ];
}

function readDraft(id: string): Draft | null {
  try {
    return Draft.safeParse(JSON.parse(untilClosed.get(keyOf(id)) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
