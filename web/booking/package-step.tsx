import { CalendarCheck, CalendarSync, PackagePlus } from 'lucide-react';
import { type Ref, useId } from 'react';
import type { Subscription } from '../../contract/subscriptions.ts';
import { telHref } from '../../contract/values/phone.ts';
import { bagTiers, planOf, plans } from '../../contract/values/prices.ts';
import { isTodayOpen, lastBookableDay } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { daysText } from '../../contract/values/time/service-days.ts';
import { clientSettings } from '../api/client-settings.ts';
import { serverNow } from '../api/server-clock.ts';
import { curbAdvice, withoutWeekday } from '../pickups/pickup-words.ts';
import { PlanChoice } from '../subscriptions/plan-choice.tsx';
import { WishChoice } from '../subscriptions/preference-choice.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { At, Bag } from '../ui/street/street-parts.tsx';
import { listPrice } from '../ui/text/money-text.ts';
import { asPickup, asPlan, type BookingDraft, isPlanDraft } from './booking-draft.ts';
import type { useDateText } from './use-date-text.ts';

interface PackageStepProps {
  draft: BookingDraft;
  date: ReturnType<typeof useDateText>;
  /** The plan that the customer already has, if any. */
  otherPlan: Subscription | null | undefined;
  onChange: (changes: Partial<BookingDraft>) => void;
  /** True if plans aren't offered. */
  pickupsOnly: boolean;
  /** Gets the radio button of the chosen plan. */
  chosenPlan: Ref<HTMLInputElement>;
}

/** Step 1: a single pickup (how many bags, and when) or a plan (which one, and on which day). */
export function PackageStep({ draft, date, otherPlan, onChange, pickupsOnly, chosenPlan }: PackageStepProps) {
  const isPlan = isPlanDraft(draft);
  const packageType = draft.packageType ?? 'clean-carry';
  return (
    <div className="space-y-6">
      {!pickupsOnly && (
        <ServiceChoice
          isPlan={isPlan}
          onChoose={(plan) => onChange(plan ? asPlan(draft.packageType) : asPickup(draft, serverNow()))}
        />
      )}
      {!isPlan && (
        <>
          <BagTierChoice bagCount={draft.bagCount} onChoose={(bagCount) => onChange({ bagCount })} />
          <DateChoice date={date} />
        </>
      )}
      {isPlan && otherPlan && <OtherPlanNotice plan={otherPlan} />}
      {isPlan && !otherPlan && (
        <>
          <PlanChoice
            value={packageType}
            onChoose={(chosen) => onChange({ packageType: chosen })}
            chosenRef={chosenPlan}
          />
          <WishChoice
            plan={planOf(packageType)}
            wish={draft}
            now={date.now}
            onChange={(wish) => onChange(wish as Partial<BookingDraft>)}
          />
        </>
      )}
    </div>
  );
}

/** Says that the customer already has a plan, before they fill in the form. */
function OtherPlanNotice({ plan }: { plan: Subscription }) {
  const { packageType, status, pickupDays } = plan;
  return (
    <div className="flex gap-3 rounded-card bg-step p-4">
      <CalendarCheck className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
      <div>
        <p className="font-semibold">{`Your ${planOf(packageType).name} plan is ${status}.`}</p>
        <p className="mt-1 text-soft">
          {`${pickupDays.length > 0 && status === 'active' ? `We pick up every ${daysText(pickupDays)}. ` : ''}You can only have one plan at a time. Book extra pickups as one-time pickups.`}
        </p>
      </div>
    </div>
  );
}

const choices = [
  { isPlan: false, name: 'One-Time Pickup', cents: bagTiers[0]?.priceCents ?? 0, per: '', icon: PackagePlus },
  { isPlan: true, name: 'Monthly Plan', cents: plans[0]?.priceCents ?? 0, per: ' a month', icon: CalendarSync },
];

/** The first choice: a single pickup or a plan. */
function ServiceChoice({ isPlan, onChoose }: { isPlan: boolean; onChoose: (isPlan: boolean) => void }) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">What do you need?</legend>
      <div className="grid grid-cols-2 gap-3">
        {choices.map((choice) => (
          <RadioCard
            key={choice.name}
            group={group}
            checked={choice.isPlan === isPlan}
            onChoose={() => onChoose(choice.isPlan)}
            className="flex flex-col gap-x-3 px-3 py-2.5 leading-snug sm:flex-row sm:items-center sm:px-4"
          >
            <choice.icon className="mb-1 size-6 shrink-0 text-brick sm:mb-0" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{choice.name}</span>
              <span className="block text-[0.9375rem] text-soft">{`From ${listPrice(choice.cents)}${choice.per}`}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}

const pileSizes = [1, 2, 3, 5];

function BagTierChoice({ bagCount, onChoose }: { bagCount: number; onChoose: (bagCount: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">How many bags?</legend>
      <div className="grid grid-cols-2 gap-3">
        {bagTiers.map((tier, index) => (
          <RadioCard
            key={tier.bags}
            group="bagCount"
            value={tier.bags}
            checked={tier.bags === bagCount}
            onChoose={() => onChoose(tier.bags)}
            className="grid gap-x-2 p-3 sm:grid-cols-[1fr_auto] sm:items-end sm:p-4"
          >
            <BagPile
              size={pileSizes[index] ?? 1}
              className="mb-2 h-9 w-20 sm:col-start-2 sm:w-16 sm:row-span-2 sm:row-start-1 sm:mb-0"
            />
            <span className="font-semibold leading-tight sm:row-start-1">{`Up to ${tier.bags} bags`}</span>
            <span className="font-bold font-display text-2xl leading-tight sm:row-start-2">
              {listPrice(tier.priceCents)}
            </span>
          </RadioCard>
        ))}
      </div>
      <p className="mt-2 text-[0.9375rem] text-soft">
        <span>More than 25 bags? Call</span>{' '}
        <a
          href={telHref(clientSettings.supportPhone)}
          className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-azure underline underline-offset-4"
        >
          {clientSettings.supportPhone}
        </a>{' '}
        <span>for a quote.</span>
      </p>
    </fieldset>
  );
}

/** Positions of the bags in the pile, back to front. */
const places: readonly [x: number, scale: number][] = [
  [17, 0.92],
  [50, 0.84],
  [33, 1.05],
  [68, 0.98],
  [88, 0.72],
];

/** A pile of one to five bags that illustrates a bag tier, in a 104 × 46 view box. */
function BagPile({ size, className }: { size: number; className?: string }) {
  return (
    <svg viewBox="0 0 104 46" className={className} aria-hidden="true">
      {places.slice(0, size).map(([x, scale]) => (
        <At key={x} x={x} y={45} scale={scale}>
          <Bag />
        </At>
      ))}
    </svg>
  );
}

/** The day of the pickup: today, tomorrow, or any other day from the calendar. */
function DateChoice({ date }: { date: ReturnType<typeof useDateText> }) {
  const { now, text: value, error, pick: onPick } = date;
  const today = dateKeyOf(now);
  const tomorrow = addDays(today, 1);
  const isOpen = isTodayOpen(now, clientSettings.sameDayCutoff);
  const quick = [
    { day: today, name: 'Today', type: 'Same-day', disabled: !isOpen },
    { day: tomorrow, name: 'Tomorrow', type: 'Next-day', disabled: false },
  ];
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Which day?</legend>
      <div className="grid grid-cols-2 gap-3">
        {quick.map(({ day, name, type, disabled }) => (
          <RadioCard
            key={day}
            group="day"
            value={day}
            disabled={disabled}
            checked={day === value}
            onChoose={() => onPick(day)}
            className="block px-3 py-2.5 leading-snug sm:px-4"
          >
            <span className="block font-semibold">{`${name}, ${withoutWeekday(formatDateKey(day))}`}</span>
            <span className="block text-[0.9375rem] text-soft">{disabled ? 'Closed for today' : type}</span>
          </RadioCard>
        ))}
      </div>
      <DateField
        label="Pickup date"
        min={today}
        max={lastBookableDay(now)}
        value={value}
        onChange={(event) => onPick(event.target.value)}
        error={error}
        hint={curbAdvice(value, now) ?? curbAdvice(tomorrow, now)}
        className="mt-3"
        required
      />
    </fieldset>
  );
}
