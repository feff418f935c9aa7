import { Card } from '../../ui/card.tsx';
import { SessionList } from './session-list.tsx';
import { ownSessions } from './sessions.ts';

/** A card that lists where the user is signed in, for the settings of every role. */
export function SignedInDevices() {
  return (
    <Card className="pb-2 sm:pb-3">
      <SessionList sessions={ownSessions} heading="h2" />
    </Card>
  );
}
