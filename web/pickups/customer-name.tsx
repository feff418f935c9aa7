import type { AdminPickup } from '../../contract/pickups.ts';
import { PersonName } from '../ui/text/person-name.tsx';

/** The customer of a pickup: name first, username second, or 'Unknown'. */
export function CustomerName({
  customerName,
  customerUsername,
}: Pick<AdminPickup, 'customerName' | 'customerUsername'>) {
  if (customerName === null || customerUsername === null) return <span>Unknown</span>;
  return (
    <span className="text-ink">
      <PersonName name={customerName} username={customerUsername} />
    </span>
  );
}
