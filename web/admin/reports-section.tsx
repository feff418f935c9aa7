import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street/street-corner.tsx';

export default function ReportsSection() {
  return <EmptyState title="Reports Coming Soon" art={<EmptyStoop />} />;
}
