import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function DashboardSection() {
  return <EmptyState title="Nothing scheduled for today" art={<EmptyStoop />} />;
}
