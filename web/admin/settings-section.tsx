import { SignedInDevices } from '../accounts/sessions/signed-in-devices.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street/street-corner.tsx';

export default function SettingsSection() {
  return (
    <>
      <EmptyState title="Settings Coming Soon" art={<EmptyStoop />} />
      <div className="mx-auto mt-6 max-w-2xl">
        <SignedInDevices />
      </div>
    </>
  );
}
