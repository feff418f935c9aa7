import { CloudUpload } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** The badge of a stop with an action that is saved on the phone and waiting to be sent. */
export function WaitingBadge() {
  return (
    <Badge tone="maize" className="whitespace-normal!">
      <CloudUpload className="size-4" aria-hidden="true" />
      <span>Waiting to send</span>
    </Badge>
  );
}
