import { type ImportDetails, type ImportEncoding, importEncodings, readImport } from '../../contract/import.ts';
import { call } from '../api/call.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { useImportChange } from './data.ts';
import { aboveText, encodingLabels, headerOption } from './words.ts';

/** Changes how the file is read. While a change is pending, the columns on screen may be those of another reading. */
export function useReading({ id }: Pick<ImportDetails, 'id'>) {
  return useImportChange(id, {
    send: (body: { headerRow: number | null; encoding: ImportEncoding }) => call(readImport, { params: { id }, body }),
    failure: "We couldn't read the file that way. Please try again.",
    title: 'File Not Read Again',
  });
}

/** How the file is read: which row names the columns, and the encoding of its letters. A choice is saved at once. */
export function ReadingFields({ batch, read }: { batch: ImportDetails; read: ReturnType<typeof useReading> }) {
  const { headerRow, encoding, firstRows, letters } = batch;
  const above = aboveText(batch);
  const shown = read.isPending ? read.variables : { headerRow, encoding };
  return (
    <div className="space-y-4">
      <SelectField
        label="Which row has the column names?"
        value={shown.headerRow ?? ''}
        hint={above ?? undefined}
        onChange={({ target }) =>
          read.mutate({ ...shown, headerRow: target.value === '' ? null : Number(target.value) })
        }
      >
        <option value="">None: every row is a customer</option>
        {firstRows.map((row) => (
          <option key={row.number} value={row.number}>
            {headerOption(row)}
          </option>
        ))}
      </SelectField>
      {letters.length > 0 && encodingLabels[encoding] && (
        <SelectField
          label="How are the letters stored?"
          value={shown.encoding}
          hint={`The file reads: ${letters.join(' · ')}. Choose another one if that looks wrong.`}
          onChange={({ target }) =>
            read.mutate({ ...shown, encoding: importEncodings.find((name) => name === target.value) ?? encoding })
          }
        >
          {Object.entries(encodingLabels).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
