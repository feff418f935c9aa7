import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { uploadImport } from '../../contract/import.ts';
import { messageOf } from '../api/api-error.ts';
import { upload } from '../api/upload.ts';
import { buttonClass } from '../ui/button/button-class.ts';
import { classNames } from '../ui/class-names.ts';
import { Spinner } from '../ui/spinner.tsx';
import { fileProblem, limitsText } from './words.ts';

/** Uploads a CSV file, chosen or dropped here, and opens its import. */
export function UploadCard() {
  const id = useId();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: async (file: File) =>
      await upload(uploadImport, {
        query: { name: file.name.slice(-255) },
        // Browsers on Windows call a CSV file an Excel sheet.
        blob: new Blob([file], { type: 'text/csv' }),
      }),
    onSuccess: (batch) => navigate({ to: '/admin/import/$id', params: { id: batch.id } }),
    onError: (error) => setProblem(messageOf(error, "We couldn't upload this file. Please try again.")),
  });
  const choose = (file: File | undefined) => {
    if (!file || send.isPending) return;
    const found = fileProblem(file);
    setProblem(found);
    if (!found) send.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="Upload a file"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        'rounded-card border-2 border-dashed p-6 text-center transition-colors',
        isOver ? 'border-azure bg-azure-wash' : 'border-control bg-paper',
      )}
    >
      <p className="text-soft" id={`${id}-hint`}>
        {`Drop a file here, or choose one. ${limitsText}`}
      </p>
      <label
        htmlFor={id}
        className={buttonClass(
          'primary',
          'md',
          'mt-4 cursor-pointer focus-within:outline-3 focus-within:outline-azure focus-within:outline-offset-2',
        )}
      >
        {send.isPending ? <Spinner /> : <FileUp className="size-5" aria-hidden="true" />}
        <span>{send.isPending ? 'Uploading...' : 'Choose a file'}</span>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          aria-describedby={`${id}-hint`}
          className="sr-only"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            // Lets the same file be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
      </label>
      <p role="alert" className="mt-3 font-semibold text-brick empty:hidden">
        {problem}
      </p>
      <p className="mt-4 text-soft text-sm">
        Each row is one customer: name, email, phone and address. A package adds a plan that waits until the customer
        confirms and pays. Nothing is emailed until you say so.
      </p>
    </section>
  );
}
