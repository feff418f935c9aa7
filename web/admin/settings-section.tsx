import { FactorCard } from '../accounts/second-factor/factor-card.tsx';
import { SignedInDevices } from '../accounts/sessions/signed-in-devices.tsx';
import { StaffPhoneForm } from '../accounts/settings/staff-phone-form.tsx';
import { useCurrentUser } from '../api/current-user.ts';
import { ImportCard } from '../import/import-card.tsx';
import { PreferencesCard } from '../messages/preferences-card.tsx';
import { ThisDevice } from '../push/this-device.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Scene } from '../ui/street/scene.tsx';
import { DisposalSites } from './disposal-sites/disposal-sites.tsx';
import { OwnerSettings } from './owner-settings/owner-settings.tsx';
import { ServiceAreas } from './service-areas/service-areas.tsx';
import { ServiceTimes } from './service-times/service-times.tsx';

export default function SettingsSection() {
  const visitor = useCurrentUser();
  return (
    <>
      <EmptyState title="Settings Coming Soon" art={<Scene name="empty" />} />
      <div className="mx-auto mt-6 grid max-w-2xl grid-cols-1 gap-4">
        <ServiceAreas />
        <DisposalSites />
        <ImportCard />
        <OwnerSettings />
        <ServiceTimes />
        {visitor.state === 'signed-in' && (
          <>
            <PreferencesCard hasMoney={false} phoneForm={<StaffPhoneForm me={visitor.user} />} />
            <ThisDevice />
            <FactorCard user={visitor.user}>
              <p className="mt-2 break-words text-[0.9375rem] text-soft">
                We recommend it for every dispatcher. The operator can require it with the setting REQUIRE_STAFF_2FA.
              </p>
            </FactorCard>
          </>
        )}
        <SignedInDevices />
      </div>
    </>
  );
}
