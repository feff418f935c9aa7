import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { readZips } from './words.ts';

interface ZipListProps {
  zipCodes: readonly string[];
  error: string | undefined;
  onAdd: (zips: readonly string[]) => void;
  onRemove: (zip: string) => void;
  onClear: () => void;
}

/** The chosen ZIP codes, each with its button to remove it, and a field that takes many at once. */
export function ZipList({ zipCodes, error, onAdd, onRemove, onClear }: ZipListProps) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const add = () => {
    const read = readZips(typed);
    onAdd(read.zips);
    setWrong(read.wrong);
    setTyped(read.wrong.join(' '));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit the whole form.
    event.preventDefault();
    add();
  };
  return (
    <div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <TextField
          label="Add ZIP codes"
          hint="One or many, such as 19147, 19148. Or pick them on the map."
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={wrong.length > 0 ? `Not a ZIP code: ${wrong.join(', ')}` : error}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          className="grow"
        />
        <Button variant="outline" className="sm:mt-7.5" onClick={add}>
          Add
        </Button>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-base">{zipCodes.length === 0 ? 'No ZIP codes yet' : `ZIP codes (${zipCodes.length})`}</h3>
        {zipCodes.length > 0 && (
          <Button variant="quiet" size="sm" className="-mr-3" onClick={onClear}>
            Remove all
          </Button>
        )}
      </div>
      {zipCodes.length > 0 && (
        <ul aria-label="ZIP codes of the area" className="flex max-h-60 flex-wrap gap-1.5 overflow-y-auto py-1">
          {zipCodes.map((zip) => (
            <li key={zip}>
              <button
                type="button"
                aria-label={`Remove ${zip}`}
                onClick={() => onRemove(zip)}
                className="inline-flex min-h-11 items-center gap-1 rounded-control bg-step px-3 font-semibold hover:bg-azure-wash"
              >
                <span>{zip}</span>
                <X className="size-4 text-soft" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
