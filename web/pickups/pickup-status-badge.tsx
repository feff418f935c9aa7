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

export function PickupStatusBadge({ status }: { status: PickupStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
