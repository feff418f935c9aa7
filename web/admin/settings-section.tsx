import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street/street-corner.tsx';

export default function SettingsSection() {
  return <EmptyState title="Settings Coming Soon" art={<EmptyStoop />} />;
}
