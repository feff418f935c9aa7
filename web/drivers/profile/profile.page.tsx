import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Shield, Star } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { getDriverStats } from '../../../contract/drivers.ts';
import { FactorCard } from '../../accounts/second-factor/factor-card.tsx';
import { SignedInDevices } from '../../accounts/sessions/signed-in-devices.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { ThisDevice } from '../../push/this-device.tsx';
import { SignOutButton } from '../../shell/menu/sign-out-button.tsx';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { driverDisplay } from '../display-texts.ts';

/** The driver's profile (DRIVER-20). */
export default function ProfilePage() {
  const visitor = useCurrentUser();
  if (visitor.state !== 'signed-in') return null;
  return (
    <Page title="Profile" narrow>
      <div className="space-y-4">
        <ProfileFacts user={visitor.user} />
        <ProfileFigures />
        <ThisDevice />
        <ProfileSettings />
        <FactorCard user={visitor.user} />
        <SignedInDevices />
        <SignOutButton className={buttonClass('outline', 'md', 'w-full sm:w-auto')} />
      </div>
    </Page>
  );
}

/** The driver's name, and placeholder details that are the same for every driver (DRIVER-20). */
function ProfileFacts({ user }: { user: User }) {
  const details = [
    ['Phone', driverDisplay.phone],
    ['Start date', driverDisplay.startDate],
    ['Vehicle', driverDisplay.vehicle],
  ] as const;
  return (
    <Card as="section" aria-labelledby="profile-name">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id="profile-name" className="break-words text-2xl">
            {user.username}
          </h2>
          <p className="break-all text-soft">{user.email}</p>
        </div>
        <Badge tone="leaf">Active Driver</Badge>
      </div>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 border-line border-t pt-4">
        <div className="flex flex-col-reverse justify-end">
          <dt className="text-[0.9375rem] text-soft">Completed pickups</dt>
          <dd className="font-bold font-display text-3xl leading-tight">{driverDisplay.completedPickups}</dd>
        </div>
        <div className="flex flex-col-reverse justify-end">
          <dt className="text-[0.9375rem] text-soft">Rating</dt>
          <dd className="flex items-center gap-1.5 font-bold font-display text-3xl leading-tight">
            <span>{driverDisplay.rating}</span>
            <Star className="size-5 fill-maize text-maize-deep" aria-hidden="true" />
          </dd>
        </div>
      </dl>
      <dl className="mt-4 space-y-2 border-line border-t pt-4">
        {details.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-soft">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.9375rem] text-soft leading-snug">Sample details for now, the same for every driver.</p>
    </Card>
  );
}

/** The driver's real figures (DRIVER-22), refetched on every visit. Shows nothing if they can't be loaded. */
function ProfileFigures() {
  const { data } = useQuery({ ...read(getDriverStats), refetchOnMount: 'always' });
  if (!data) return null;
  const { today, ...all } = data;
  const rows = [
    ['Stops', today.totalPickups, all.totalPickups],
    ['Completed', today.completedPickups, all.completedPickups],
    ['Route miles', today.totalDistance, all.totalDistance],
    ['Hours', today.hoursWorked, all.hoursWorked],
  ] as const;
  return (
    <TitledCard id="profile-figures" title="Your figures">
      <table className="mt-1 w-full tiny:text-sm">
        <thead>
          <tr className="text-[0.9375rem] text-soft">
            <td />
            <th scope="col" className="py-1 pl-3 tiny:pl-1.5 text-right font-normal">
              Today's route
            </th>
            <th scope="col" className="py-1 pl-3 tiny:pl-1.5 text-right font-normal">
              All days
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {rows.map(([name, ofToday, ofAll]) => (
            <tr key={name}>
              <th scope="row" className="wrap-anywhere tiny:w-full py-2 text-left font-normal">
                {name}
              </th>
              <td className="py-2 pl-3 tiny:pl-1.5 text-right font-semibold">{figureText(ofToday)}</td>
              <td className="py-2 pl-3 tiny:pl-1.5 text-right font-semibold">{figureText(ofAll)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  );
}

/** Returns "1,204", "412.6", or a dash for null. */
function figureText(figure: number | string | null): string {
  return figure === null ? '–' : Number(figure).toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** Two switches without effect (DRIVER-21: local only), and "Privacy Settings". */
function ProfileSettings() {
  const [push, setPush] = useState(true);
  const [location, setLocation] = useState(true);
  return (
    <TitledCard id="profile-settings" title="Settings" className="pb-2 sm:pb-3">
      <p className="mt-1 text-soft">This is a preview: these switches aren't saved, and your location isn't sent.</p>
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
    </TitledCard>
  );
}
