import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function SettingsSection() {
  return <EmptyState title="Settings Coming Soon" art={<EmptyStoop />} />;
}
