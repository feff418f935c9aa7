import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => ReactNode;
}

interface ReportTableProps<Row> {
  /** The table's name. Pressing it opens the table. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** The figures behind a chart, opened on demand. */
export function ReportTable<Row>({ caption, columns, rows, keyOf }: ReportTableProps<Row>) {
  const [name, ...figures] = columns;
  return (
    <details className="group mt-4 border-line border-t print:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold text-azure [&::-webkit-details-marker]:hidden">
        <span>{caption}</span>
        <ChevronDown className="size-5 shrink-0 transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={caption} tabIndex={0} className="max-h-96 overflow-auto">
        <table className="w-full text-left">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-line border-b text-soft text-sm">
              {columns.map(({ title }, index) => (
                <th
                  key={title}
                  scope="col"
                  className={index === 0 ? 'py-2 pr-3 font-semibold' : 'px-2 py-2 text-right font-semibold last:pr-1'}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className="border-line border-b last:border-b-0">
                <th scope="row" className="min-w-28 py-2 pr-3 font-normal">
                  {name?.value(row)}
                </th>
                {figures.map(({ title, value }) => (
                  <td key={title} className="whitespace-nowrap px-2 py-2 text-right last:pr-1">
                    {value(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
