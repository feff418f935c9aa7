import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function RoutesSection() {
  return <EmptyState title="No routes created yet" art={<EmptyStoop />} />;
}
