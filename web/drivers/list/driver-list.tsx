import type { User } from '../../../contract/accounts.ts';
import { Badge } from '../../ui/badge.tsx';

/** The drivers who can be given stops. */
export function DriverList({ drivers }: { drivers: readonly User[] }) {
  return (
    <ul aria-label="Drivers" className="divide-y divide-line rounded-card border border-line bg-paper">
      {drivers.map(({ id, username, email }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:px-5"
        >
          <h2 className="break-words text-xl leading-snug">{username}</h2>
          <p className="row-start-2 text-soft leading-snug [overflow-wrap:anywhere] max-sm:col-span-2 sm:row-start-auto">
            {email}
          </p>
          <Badge tone="leaf">Active</Badge>
        </li>
      ))}
    </ul>
  );
}
