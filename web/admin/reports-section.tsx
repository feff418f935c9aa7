import { EmptyState } from '../ui/empty-state.tsx';
import { Scene } from '../ui/street/scene.tsx';

export default function ReportsSection() {
  return <EmptyState title="Reports Coming Soon" art={<Scene name="empty" />} />;
}
