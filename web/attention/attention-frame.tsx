import { lazy, type ReactNode, Suspense } from 'react';
import type { AttentionItem } from '../../contract/attention.ts';
import { BellExtraContext } from '../notifications/bell-extra.ts';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { lateFile } from '../ui/hooks/late-file.ts';
import { countTextOf } from '../ui/text/count-text.ts';
import { AttentionList } from './attention-list.tsx';
import { type OpenItem, OpenItemContext } from './open-item.ts';
import { useAttention } from './use-attention.ts';
import { needText } from './words.ts';

const DetailsDialog = lazy(lateFile(async () => ({ default: (await import('./details-dialog.tsx')).DetailsDialog })));
const DismissDialog = lazy(lateFile(async () => ({ default: (await import('./dismiss-dialog.tsx')).DismissDialog })));

/** The frame of every admin page: the bell counts and lists what needs attention, and the items' dialogs open here. */
export function AttentionFrame({ children }: { children: ReactNode }) {
  const { data } = useAttention();
  const details = useDialogSubject<AttentionItem>();
  const dismissal = useDialogSubject<AttentionItem>();
  const openItem: OpenItem = { details: details.show, dismissal: dismissal.show };
  const total = data?.total ?? 0;
  const label = total > 0 ? needText(countTextOf(total)) : null;
  const bell = { count: total, label, panel: <AttentionList headingLevel="h4" /> };
  return (
    <OpenItemContext value={openItem}>
      <BellExtraContext value={bell}>{children}</BellExtraContext>
      <Suspense fallback={null}>
        {details.subject && (
          <DetailsDialog
            key={`details ${details.opening}`}
            asOpened={details.subject}
            open={details.open}
            onOpenChange={details.setOpen}
          />
        )}
        {dismissal.subject && (
          <DismissDialog
            key={`dismissal ${dismissal.opening}`}
            item={dismissal.subject}
            open={dismissal.open}
            onOpenChange={dismissal.setOpen}
          />
        )}
      </Suspense>
    </OpenItemContext>
  );
}
