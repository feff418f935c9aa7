import { ChevronRight, Shield } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** Two toggles without effect (DRIVER-21: local only), and 'Privacy Settings'. */
export function ProfileSettings() {
  const [push, setPush] = useState(true);
  const [location, setLocation] = useState(true);
  return (
    <Card as="section" aria-labelledby="profile-settings" className="pb-2 sm:pb-3">
      <h2 id="profile-settings" className="text-lg">
        Settings
      </h2>
      <p className="mt-1 text-soft">
        A preview for now: what you choose here stays on this page, is not saved, and no location is sent.
      </p>
      <div className="mt-2 divide-y divide-line">
        <SwitchField label="Push Notifications" checked={push} onToggle={setPush} className="py-1" />
        <SwitchField label="Location Sharing" checked={location} onToggle={setLocation} className="py-1" />
        <div className="py-1">
          <button
            type="button"
            onClick={() => toast({ title: 'Coming Soon', description: 'Privacy settings are coming soon.' })}
            className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-step"
          >
            <Shield className="size-5.5 shrink-0 text-azure" aria-hidden="true" />
            <span className="min-w-0 grow break-words font-semibold">Privacy Settings</span>
            <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
          </button>
        </div>
      </div>
    </Card>
  );
}
