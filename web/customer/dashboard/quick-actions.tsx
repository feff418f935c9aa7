import { Link } from '@tanstack/react-router';
import { CreditCard, History, PackagePlus, Settings } from 'lucide-react';

const tile =
  'flex min-h-22 w-full flex-col items-start justify-between gap-2 rounded-card border border-line bg-paper p-4 text-left font-display font-semibold transition-colors hover:border-control hover:bg-step sm:max-lg:min-h-16 sm:max-lg:flex-row sm:max-lg:items-center sm:max-lg:justify-start sm:max-lg:gap-3';

const pages = [
  { to: '/pickup-history', label: 'Pickup History', icon: History },
  { to: '/billing', label: 'Billing', icon: CreditCard },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const;

export function QuickActions({ onBook }: { onBook: () => void }) {
  return (
    <section aria-labelledby="quick-actions" className="mt-2 lg:order-2 lg:col-span-2">
      <h2 id="quick-actions" className="mb-3 text-lg">
        Quick actions
      </h2>
      <ul className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        {pages.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={tile}>
              <Icon className="size-6 shrink-0 text-azure" aria-hidden="true" />
              <span>{label}</span>
            </Link>
          </li>
        ))}
        <li>
          <button type="button" onClick={onBook} className={tile}>
            <PackagePlus className="size-6 shrink-0 text-brick" aria-hidden="true" />
            <span>Book Pickup</span>
          </button>
        </li>
      </ul>
    </section>
  );
}
