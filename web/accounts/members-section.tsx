import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function MembersSection() {
  return <EmptyState title="No members found matching your criteria." art={<EmptyStoop />} />;
}
