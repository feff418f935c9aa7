import { Star } from 'lucide-react';
import type { User } from '../../../contract/accounts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { driverDisplay } from '../display-texts.ts';

/** The driver's name, and placeholder details that are the same for every driver (DRIVER-20). */
export function ProfileFacts({ user }: { user: User }) {
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
          <dd className="font-bold font-display text-3xl tabular-nums leading-tight">
            {driverDisplay.completedPickups}
          </dd>
        </div>
        <div className="flex flex-col-reverse justify-end">
          <dt className="text-[0.9375rem] text-soft">Rating</dt>
          <dd className="flex items-center gap-1.5 font-bold font-display text-3xl tabular-nums leading-tight">
            {driverDisplay.rating}
            <Star className="size-5 fill-maize text-maize-deep" aria-hidden="true" />
          </dd>
        </div>
      </dl>
      <dl className="mt-4 space-y-2 border-line border-t pt-4">
        {details.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-soft">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[0.9375rem] text-soft leading-snug">Sample details for now, the same for every driver.</p>
    </Card>
  );
}
