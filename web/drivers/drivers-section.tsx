import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

export default function DriversSection() {
  return <EmptyState title="No Drivers" art={<EmptyStoop />} />;
}
