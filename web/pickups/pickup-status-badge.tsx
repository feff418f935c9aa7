import { type PickupStatus, statusLabels } from '../../contract/pickups.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const tones: Record<PickupStatus, BadgeTone> = {
  pending: 'neutral',
  assigned: 'maize',
  completed: 'leaf',
  issue: 'brick',
  incomplete: 'brick',
  cancelled: 'neutral',
};

/** How a pickup stands, in a word; the same for the customer and the dispatcher. */
export function PickupStatusBadge({ status }: { status: PickupStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
