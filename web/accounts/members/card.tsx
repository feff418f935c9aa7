import { History, UserCog } from 'lucide-react';
import { type Ref, useId } from 'react';
import type { Role } from '../../../contract/accounts.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { memberButtons, memberFacts, memberPerson } from './columns.ts';
import { fullNameOf, joinedTextOf, lastLoginTextOf, type Member, roleLabels, subscriptionTextOf } from './words.ts';

interface MemberCardProps {
  member: Member;
  isOwn: boolean;
  today: DateKey;
  onChangeRole: () => void;
  onShowHistory: () => void;
  ref: Ref<HTMLLIElement>;
}

const roleTones: Record<Role, BadgeTone> = { customer: 'neutral', driver: 'azure', admin: 'maize' };

/** One member, with everything that a dispatcher asks about somebody. */
export function MemberCard({ member, isOwn, today, onChangeRole, onShowHistory, ref }: MemberCardProps) {
  const nameId = useId();
  const subscription = subscriptionTextOf(member.subscriptionStatus);
  return (
    <Card
      as="li"
      ref={ref as Ref<HTMLDivElement>}
      tabIndex={-1}
      aria-labelledby={nameId}
      className="@container flex flex-col focus-visible:outline-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <h2 id={nameId} className="min-w-0 break-words text-xl leading-snug">
          {member.username}
          {isOwn && <span className="font-normal font-sans text-base text-soft"> (you)</span>}
        </h2>
        <span className="flex flex-wrap gap-1.5 pt-0.5">
          <Badge tone={roleTones[member.role]}>{roleLabels[member.role]}</Badge>
          {member.hasSubscription && <Badge tone="leaf">SUBSCRIBED</Badge>}
        </span>
      </div>
      <div className={memberPerson}>
        <p className="min-w-0 break-words">{fullNameOf(member)}</p>
        <p className="min-w-0 text-soft [overflow-wrap:anywhere]">{member.email}</p>
      </div>
      <dl className={memberFacts}>
        <Fact name="Joined">{joinedTextOf(member.createdAt)}</Fact>
        <Fact name="Last login">{lastLoginTextOf(member.lastLoginAt, today)}</Fact>
        <Fact name="Total pickups">{member.totalPickups.toLocaleString('en-US')}</Fact>
        {subscription && <Fact name="Subscription">{subscription}</Fact>}
      </dl>
      <div className={memberButtons}>
        <Button
          variant="quiet"
          size="sm"
          className="px-3!"
          icon={<UserCog className="size-4.5" aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={onChangeRole}
        >
          Change role
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="px-3!"
          icon={<History className="size-4.5" aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={onShowHistory}
        >
          History
        </Button>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="tabular-nums leading-snug">{children}</dd>
    </div>
  );
}
