import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { downloadImportErrors, type ImportBatch } from '../../contract/import.ts';
import { download } from '../api/upload.ts';
import { Button } from '../ui/button/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastFailure } from '../ui/toast/toast.ts';

/**
 * Saves the rows that aren't imported as a CSV file with the reasons, so that they can be corrected and uploaded again.
 */
export function DownloadButton({ batch: { id, fileName } }: { batch: ImportBatch }) {
  const save = useMutation({
    mutationFn: async () => {
      const file = await download(downloadImportErrors, { params: { id } });
      saveFile(`${fileName.replace(/\.\w+$/, '')}-not-imported.csv`, file);
    },
    onError: (error) => toastFailure(error, "We couldn't download the rows. Please try again."),
  });
  return (
    <Button
      variant="outline"
      icon={<Download className="size-5" aria-hidden="true" />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      Rows Not Imported
    </Button>
  );
}
