import type { AdminSubscription } from '../../../contract/subscriptions.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { statusLabels } from './words.ts';

type Status = AdminSubscription['status'];

const tones: Record<Status, BadgeTone> = { active: 'leaf', paused: 'maize', cancelled: 'neutral' };

/** A subscription's status. */
export function SubscriberStatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
