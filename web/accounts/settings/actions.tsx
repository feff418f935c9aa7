import { ChevronRight, Download, Gift, KeyRound } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';

const actions = [
  {
    label: 'Change Password',
    icon: KeyRound,
    comingSoon: 'Changing your password here is coming soon. Until then, use “Forgot password?” on the sign-in page.',
  },
  { label: 'Export My Data', icon: Download, comingSoon: 'Exporting your data is coming soon.' },
  { label: 'Referral Code', icon: Gift, comingSoon: 'Referral codes are coming soon.' },
];

/** Planned account actions. Each only says that it is coming soon (SET-5). */
export function AccountActions() {
  return (
    <Card as="section" aria-labelledby="settings-account" className="pb-1 sm:pb-2">
      <h2 id="settings-account" className="text-lg">
        Account
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {actions.map(({ label, icon: Icon, comingSoon }) => (
          <li key={label} className="py-1">
            <button
              type="button"
              onFocus={preloadToaster}
              onClick={() => toast({ title: 'Coming Soon', description: comingSoon })}
              className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-step"
            >
              <Icon className="size-5.5 shrink-0 text-azure" aria-hidden="true" />
              <span className="min-w-0 grow break-words font-semibold">{label}</span>
              <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
