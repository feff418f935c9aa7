import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';

/** Two switches without effect yet (SET-3: local state only), which the page says. */
export function NotificationSwitches() {
  const [push, setPush] = useState(true);
  const [email, setEmail] = useState(true);
  return (
    <Card as="section" aria-labelledby="settings-notifications">
      <h2 id="settings-notifications" className="break-words text-lg">
        Notifications
      </h2>
      <p className="mt-1 text-soft">
        This is a preview. Your choices here are not saved and do not change what we send you.
      </p>
      <div className="mt-2 divide-y divide-line">
        <SwitchField
          label="Push notifications"
          hint="On this device, when a pickup changes"
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
