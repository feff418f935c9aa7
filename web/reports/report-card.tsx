import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { exportReport, type ReportExport } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { messageOf } from '../api/api-error.ts';
import { download } from '../api/upload.ts';
import { Button } from '../ui/button/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Elements } from '../ui/elements.ts';
import { PartError, retryOf } from '../ui/load-error.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast/toast.ts';

interface ReportCardProps<Report> {
  title: string;
  /** A sentence that says what the report counts. */
  about: string;
  span: DaySpan;
  query: UseQueryResult<Report>;
  table: ReportExport;
  /** A separate file of the rows behind the report. */
  rows?: { table: ReportExport; label: string };
  /** Returns true if there is nothing to show in this span. */
  isEmpty: (report: Report) => boolean;
  children: (report: Report) => Elements;
}

/** A report: its figures and charts, the table behind them, and its files. */
export function ReportCard<Report>(props: ReportCardProps<Report>) {
  const { title, about, span, query, table, rows, isEmpty, children } = props;
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="@container min-w-0 break-inside-avoid print:p-3">
      <h2 id={id} className="text-xl print:text-base">
        {title}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-soft print:hidden">{about}</p>
      {query.data ? (
        isEmpty(query.data) ? (
          <p className="mt-4">Nothing to show for these days.</p>
        ) : (
          children(query.data)
        )
      ) : query.isError ? (
        <div className="mt-4">
          <PartError message={messageOf(query.error, "We couldn't load this report.")} {...retryOf(query)} />
        </div>
      ) : (
        <div role="status" className="mt-4">
          <span className="sr-only">{`Loading ${title}`}</span>
          <Skeleton className="h-96" />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <ExportButton table={table} span={span} label="Download CSV" />
        {rows && <ExportButton table={rows.table} span={span} label={rows.label} />}
      </div>
    </Card>
  );
}

function ExportButton({ table, span, label }: { table: ReportExport; span: DaySpan; label: string }) {
  const file = useExport(table, span);
  return (
    <Button
      variant="outline"
      size="sm"
      icon={<Download className="size-4.5" aria-hidden="true" />}
      busy={file.isPending}
      busyLabel="Preparing..."
      onClick={() => file.mutate()}
    >
      {label}
    </Button>
  );
}

/** Downloads a table of a report, or the rows behind it. */
function useExport(table: ReportExport, { from, to }: DaySpan) {
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

/** A figure with its name, in a list of them. */
export function Figure({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft text-sm leading-tight">{name}</dt>
      <dd className="font-display font-semibold text-2xl leading-tight print:text-base">{value}</dd>
      {hint && <dd className="text-soft text-sm leading-tight">{hint}</dd>}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,28%)),1fr))] gap-x-4 gap-y-3 print:mt-2 print:grid-cols-4 print:gap-y-1">
      {children}
    </dl>
  );
}
