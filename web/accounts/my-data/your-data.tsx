import { ChevronRight, FileDown, UserX } from 'lucide-react';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DownloadDialog } from './download-dialog.tsx';

const rows = [
  { kind: 'download', label: 'Download your data', hint: 'Everything your account holds', icon: FileDown },
  { kind: 'delete', label: 'Delete your account', hint: 'Permanently, with your personal details', icon: UserX },
] as const;

/** The settings card of a customer's own data: its download, and the deletion of the account (ACC-85, ACC-87). */
export function YourData() {
  const dialog = useDialogSubject<(typeof rows)[number]['kind']>();
  const props = { open: dialog.open, onOpenChange: dialog.setOpen };
  return (
    <TitledCard id="settings-data" title="Your data" className="pb-1 sm:pb-2">
      <ul className="mt-1 divide-y divide-line">
        {rows.map(({ kind, label, hint, icon: Icon }) => (
          <li key={kind} className="py-1">
            <button
              type="button"
              onClick={() => dialog.show(kind)}
              className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-1.5 text-left transition-colors hover:bg-step"
            >
              <Icon
                className={`size-5.5 shrink-0 ${kind === 'delete' ? 'text-brick' : 'text-azure'}`}
                aria-hidden="true"
              />
              <span className="min-w-0 grow break-words leading-snug">
                <span className="block font-semibold">{label}</span>
                <span className="block text-[0.9375rem] text-soft">{hint}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {dialog.subject === 'download' && <DownloadDialog key={dialog.opening} {...props} />}
      {dialog.subject === 'delete' && <DeleteDialog key={dialog.opening} {...props} />}
    </TitledCard>
  );
}
