import { decisionHours } from '../../../contract/pickups/missed.ts';
import { graceDays } from '../../../contract/subscriptions.ts';
import { cancellationText, holdText } from '../../../contract/values/plan/terms.ts';
import { bagTiers, plans } from '../../../contract/values/prices.ts';
import { missedWindowText } from '../../../contract/values/time/missed-window.ts';
import { listPrice } from '../../ui/text/money-text.ts';
import { lowestPickupCents, notTaken, serviceDaysText, taken } from '../plan-texts.ts';
import { Facts, LegalPage, type LegalSection, MailLink } from './legal-page.tsx';
import { OwnWords } from './own-words.tsx';

const lead = 'How the service works, what it costs, and how you change or end it. The app follows these same rules.';

export function TermsPage() {
  return <LegalPage title="Terms" lead={lead} sections={sections} other={{ href: '/privacy', label: 'Privacy' }} />;
}

const sections: readonly LegalSection[] = [
  {
    id: 'who',
    title: 'Who we are',
    content: (
      <>
        <p>
          __BRAND_NAME__ picks up trash from homes in the Philadelphia area, 7 days a week. Call{' '}
          <a href="__SUPPORT_PHONE_HREF__" className="whitespace-nowrap">
            __SUPPORT_PHONE__
          </a>{' '}
          or email <MailLink />.
        </p>
        <p className="__OFFICE_HOURS_CLASS__">We answer the phone: __OFFICE_HOURS__</p>
        <p className="__BUSINESS_ADDRESS_CLASS__">Our address: __BUSINESS_ADDRESS__</p>
        <OwnWords of="company" />
      </>
    ),
  },
  {
    id: 'service',
    title: 'What we take',
    content: (
      <>
        <p>Put your bags at the curb by 7 AM on your pickup day.</p>
        <Facts facts={taken} />
        <h3>What we don't take</h3>
        <Facts facts={notTaken} />
        <OwnWords of="neverTaken" />
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and payment',
    content: (
      <>
        <p>You see the price before you pay, and you pay by card.</p>
        <Facts
          facts={[
            {
              title: 'One-time pickups',
              text: <Prices prices={bagTiers.map(({ bags, priceCents }) => [`Up to ${bags} bags`, priceCents])} />,
            },
            {
              title: 'Plans, per month',
              text: <Prices prices={plans.map(({ name, priceCents }) => [name, priceCents])} />,
            },
          ]}
        />
        <p>Cleanouts are quoted by phone. Every charge has a receipt in your account.</p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Move or cancel a pickup',
    content: (
      <>
        <p>__TERMS_BEFORE_CUTOFF__ __TERMS_AFTER_CUTOFF__ __TERMS_GRACE__</p>
        <p>
          The terms you see when you book are saved with your booking and apply to it. You see the exact refund before
          you cancel, and it goes back to the card you paid with. While your bank is deciding a dispute about the
          payment, you can't cancel the pickup.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans',
    content: (
      <>
        <p>
          A plan starts with its first payment. It renews every month, and your card is charged, until you cancel.{' '}
          {serviceDaysText}
        </p>
        <Facts
          facts={[
            { title: 'Move or skip a visit', text: '__TERMS_PLAN__' },
            { title: 'Go on hold', text: holdText },
            {
              title: 'Switch',
              text: 'The new plan and its price start with your next billing month. You can undo the change until then.',
            },
            { title: 'Cancel', text: cancellationText },
            {
              title: 'A declined card',
              text: `Your pickups continue for ${graceDays} days. After that, the plan is paused until it's paid.`,
            },
          ]}
        />
      </>
    ),
  },
  {
    id: 'missed',
    title: 'Missed pickups',
    content: (
      <>
        <p>
          {missedWindowText} If our records show that nobody came, we'll come back on the next possible day at no
          charge.
        </p>
        <p>
          If your driver's photo shows that nothing was out, or that we couldn't get to your bags, you'll see it. You
          can then book a return trip for {listPrice(lowestPickupCents)} or write to us. Otherwise a person on our team
          decides within {decisionHours} hours.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <p>
        To book online you need an account with your name, email, phone number and service address. Each username and
        email address can belong to only one account. The <a href="/privacy">Privacy page</a> says what the account
        holds.
      </p>
    ),
  },
  {
    id: 'legal',
    title: 'Liability and law',
    content: (
      <>
        <OwnWords of="damage" />
        <OwnWords of="law" />
        <OwnWords of="termsChanges" />
      </>
    ),
  },
];

function Prices({ prices }: { prices: [name: string, cents: number][] }) {
  return (
    <ul>
      {prices.map(([name, cents]) => (
        <li key={name} className="flex justify-between gap-4">
          {name} <span className="font-semibold text-ink">{listPrice(cents)}</span>
        </li>
      ))}
    </ul>
  );
}
