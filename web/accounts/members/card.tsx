import { History, type LucideIcon, ShieldOff, UserCheck, UserCog, UserX } from 'lucide-react';
import { type Ref, useId } from 'react';
import type { Role } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/values/person-name.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CustomerLink } from '../customer-link.tsx';
import {
  joinedTextOf,
  lastLoginTextOf,
  type Member,
  roleLabels,
  type StateChange,
  stateChangesOf,
  stateWords,
  subscriptionTextOf,
} from './words.ts';

interface MemberCardProps {
  member: Member;
  isOwn: boolean;
  today: DateKey;
  onChangeRole: () => void;
  onShowHistory: () => void;
  onChangeState: (change: StateChange) => void;
  ref: Ref<HTMLLIElement>;
}

export const memberGrid = 'grid grid-cols-1 gap-3 @2xl:grid-cols-2 @2xl:gap-4';
const personClass = 'mt-1 flex flex-wrap gap-x-2.5 leading-snug';
const factsClass =
  'mt-3 grid grid-cols-2 gap-x-3 tiny:grid-cols-1 gap-y-2 text-[0.9375rem] @min-[20rem]:grid-cols-[1.25fr_1fr_1fr] @sm:grid-cols-[1.2fr_1.1fr_1.1fr_1fr]';
const buttonsClass = 'mt-auto flex flex-wrap pt-3 -mb-2 -mx-2';

const stateIcons: Record<StateChange, LucideIcon> = {
  deactivate: UserX,
  reactivate: UserCheck,
  'reset-factor': ShieldOff,
};

const roleTones: Record<Role, BadgeTone> = { customer: 'neutral', driver: 'azure', admin: 'maize' };

/** One member: name, role, contact, activity, and the buttons of their dialogs. */
export function MemberCard(props: MemberCardProps) {
  const { member, isOwn, today, onChangeRole, onShowHistory, onChangeState, ref } = props;
  const nameId = useId();
  const subscription = subscriptionTextOf(member.subscriptionStatus);
  const buttons = [
    { label: 'Change role', icon: UserCog, onClick: onChangeRole },
    { label: 'History', icon: History, onClick: onShowHistory },
    ...stateChangesOf(member, isOwn).map((change) => ({
      label: stateWords[change].button,
      icon: stateIcons[change],
      onClick: () => onChangeState(change),
    })),
  ];
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
          {member.role === 'customer' ? (
            <CustomerLink id={member.id} className="-my-2 inline-block py-2">
              {personName(member)}
            </CustomerLink>
          ) : (
            <span>{personName(member)}</span>
          )}
          {isOwn && <span className="font-normal font-sans text-base text-soft"> (you)</span>}
        </h2>
        <span className="flex flex-wrap gap-1.5 pt-0.5">
          <Badge tone={roleTones[member.role]}>{roleLabels[member.role]}</Badge>
          {member.isActive === false && <Badge tone="brick">Deactivated</Badge>}
          {member.hasSubscription && <Badge tone="leaf">SUBSCRIBED</Badge>}
        </span>
      </div>
      <div className={personClass}>
        <p className="min-w-0 break-words text-soft">
          {personName(member) === member.username ? 'No name given' : member.username}
        </p>
        <p className="min-w-0 text-soft [overflow-wrap:anywhere]">{member.email}</p>
      </div>
      <dl className={factsClass}>
        <Fact name="Joined">{joinedTextOf(member.createdAt)}</Fact>
        <Fact name="Last login">{lastLoginTextOf(member.lastLoginAt, today)}</Fact>
        <Fact name="Total pickups">{member.totalPickups.toLocaleString('en-US')}</Fact>
        {subscription && <Fact name="Subscription">{subscription}</Fact>}
      </dl>
      <div className={buttonsClass}>
        {buttons.map(({ label, icon: Icon, onClick }) => (
          <Button
            key={label}
            variant="quiet"
            size="sm"
            className="px-2!"
            icon={<Icon className="size-4.5" aria-hidden="true" />}
            aria-haspopup="dialog"
            aria-describedby={nameId}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="leading-snug">{children}</dd>
    </div>
  );
}

/** Skeletons the size of the cards, so that nothing moves when the members arrive. */
export function MemberSkeleton() {
  return (
    <div role="status" className={memberGrid}>
      <span className="sr-only">Loading members</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <Card key={card} className="@container">
          <div className="flex items-center justify-between gap-3">
            <Skeleton className="my-0.5 h-6 w-32" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <div className={personClass}>
            <Skeleton className="my-0.5 h-4.5 w-28" />
            <Skeleton className="my-0.5 h-4.5 w-52" />
          </div>
          <div className={factsClass}>
            {['a', 'b', 'c'].map((fact) => (
              <div key={fact}>
                <Skeleton className="mb-1 h-4 w-14" />
                <Skeleton className="h-5 w-20" />
              </div>
            ))}
          </div>
          <div className={buttonsClass}>
            <Skeleton className="mx-2 my-2.5 h-6 w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}
