import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';

/** Two wishes that nothing hangs on yet (SET-3: local state only), and the page says so. */
export function NotificationSwitches() {
  const [push, setPush] = useState(true);
  const [email, setEmail] = useState(true);
  return (
    <Card as="section" aria-labelledby="settings-notifications">
      <h2 id="settings-notifications" className="break-words text-lg">
        Notifications
      </h2>
      <p className="mt-1 text-soft">
        A preview for now: what you choose here stays on this page, is not saved, and does not change what we send you.
      </p>
      <div className="mt-2 divide-y divide-line">
        <SwitchField
          label="Push notifications"
          hint="On this device, when something happens to a pickup"
          checked={push}
          onToggle={setPush}
          className="py-1"
        />
        <SwitchField
          label="Email notifications"
          hint="To your email address"
          checked={email}
          onToggle={setEmail}
          className="pt-1"
        />
      </div>
    </Card>
  );
}
