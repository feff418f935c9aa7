import { CloudUpload } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** What was done here is on the phone and waits for signal. */
export function WaitingBadge() {
  return (
    <Badge tone="maize" className="whitespace-normal!">
      <CloudUpload className="size-4" aria-hidden="true" />
      Waiting to send
    </Badge>
  );
}
