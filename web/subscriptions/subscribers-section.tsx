import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function SubscribersSection() {
  return <EmptyState title="No subscribers yet" art={<EmptyStoop />} />;
}
