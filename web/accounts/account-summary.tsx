import type { User } from '../../contract/accounts.ts';
import { Card } from '../ui/card.tsx';
import { accountTypes } from './account-types.ts';

/** Who is signed in: name, email and account type. */
export function AccountSummary({ user }: { user: User }) {
  const entries = [
    ['Username', user.username],
    ['Email', user.email],
    ['Account type', accountTypes[user.role]],
  ] as const;
  return (
    <Card>
      <dl className="grid gap-4">
        {entries.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-soft">{term}</dt>
            <dd className="break-words font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
