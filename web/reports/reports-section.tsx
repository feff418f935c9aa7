import { EmptyState } from '../ui/empty-state.tsx';
import { Scene } from '../ui/street/scene.tsx';
import { AreasReport } from './areas-report.tsx';
import { DriversReport } from './drivers-report.tsx';
import { MoneyReport } from './money-report.tsx';
import { useSpan } from './span.ts';
import { SpanPicker } from './span-picker.tsx';
import { StopsReport } from './stops-report.tsx';
import { spanLabel } from './words.ts';

const column = 'grid min-w-0 grid-cols-1 gap-4 print:gap-2';

/** The admin's reports, below a notice that more are coming (ADMIN-42). In print they are one page. */
export default function ReportsSection() {
  const chosen = useSpan();
  const { span, error } = chosen;
  return (
    <>
      <EmptyState title="Reports Coming Soon" art={<Scene name="empty" />} className="py-4" />
      <SpanPicker {...chosen} />
      {error === null && (
        <div data-printed className="print:[zoom:0.75]">
          <p className="mb-3 font-display font-semibold text-xl print:mb-1 print:text-lg">{spanLabel(span)}</p>
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 print:grid-cols-2 print:gap-2 print:text-xs">
            <div className={column}>
              <StopsReport span={span} />
              <DriversReport span={span} />
            </div>
            <div className={column}>
              <MoneyReport span={span} />
              <AreasReport span={span} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}
