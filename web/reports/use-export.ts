import { useMutation } from '@tanstack/react-query';
import { exportReport, type ReportExport } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/report-periods.ts';
import { messageOf } from '../api/api-error.ts';
import { download } from '../api/upload.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast/toast.ts';

/** Downloads a table of a report, or the rows that it is made of. */
export function useExport(table: ReportExport, { from, to }: DaySpan) {
  return useMutation({
    mutationFn: async () => {
      saveFile(`${table}-${from}-${to}.csv`, await download(exportReport, { body: { table, from, to } }));
    },
    onSuccess: () => toast({ title: 'Report Downloaded' }),
    onError: (error) =>
      toast({
        title: 'Download Failed',
        description: messageOf(error, "We couldn't download this report. Please try again."),
        variant: 'destructive',
      }),
  });
}
