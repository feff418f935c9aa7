import { Phone, Sunrise } from 'lucide-react';
import { Logo } from '../ui/logo.tsx';
import { Street } from '../ui/street/street.tsx';
import { listPrice } from '../ui/text/money-text.ts';
import { lowestPickupCents, lowestPlanCents } from './plan-texts.ts';
import { ButtonLink, measure } from './section.tsx';
import { ZipCheck } from './zip-check.tsx';

/**
 * The top of the landing page. On wide screens the street is behind the text, whose padding keeps it above the street.
 * On narrow screens the street is below the text, and the hero fills the screen, so that the action bar begins below
 * the hero.
 */
export function Hero() {
  return (
    <section
      aria-labelledby="hero"
      className="sky relative overflow-hidden max-sm:flex max-sm:min-h-[min(100svh,58rem)] max-sm:flex-col max-sm:justify-between"
    >
      <div className={`${measure} relative z-[1] pb-6 pt-24 sm:pb-8 sm:pt-32 lg:pb-[min(13.5vw,13.5rem)] lg:pt-32`}>
        <p className="inline-flex items-center gap-2 rounded-full bg-maize px-3.5 py-1.5 text-sm font-semibold text-on-maize">
          <Sunrise className="size-4.5" strokeWidth={2.25} aria-hidden="true" />7 days a week, Philadelphia area
        </p>
        <h1
          id="hero"
          className="mt-5 max-w-[8.5em] text-[2.625rem] leading-none tracking-[-0.03em] sm:text-6xl lg:text-[min(5.4vw,5rem)]"
        >
          Bags at the curb by 7 AM. <span className="text-azure">We take it from there.</span>
        </h1>
        <p className="mt-4 max-w-[25.9em] text-pretty text-lg text-soft lg:mt-5 lg:text-xl">
          Put your trash out and our team picks it up: every week from {listPrice(lowestPlanCents)} a month, or just
          this once from {listPrice(lowestPickupCents)}.
        </p>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row lg:mt-7">
          <ButtonLink href="/register" look="solid" service="subscription" className="min-h-13">
            Start Weekly Service
          </ButtonLink>
          <ButtonLink href="/register" look="outline" service="one-time" className="min-h-13">
            One-Time Pickup
          </ButtonLink>
        </div>
        <ZipCheck />
        <a
          href="__SUPPORT_PHONE_HREF__"
          className="mt-1 inline-flex min-h-12 items-center gap-2.5 rounded-control font-semibold text-azure-deep underline decoration-2 underline-offset-4 hover:text-azure"
        >
          <Phone className="size-5" aria-hidden="true" />
          <span>
            Call for a quote <span className="font-normal">__SUPPORT_PHONE__</span>
          </span>
        </a>
      </div>
      <Street className="block h-52 w-full sm:h-auto lg:absolute lg:bottom-0 lg:left-1/2 lg:max-w-384 lg:-translate-x-1/2 lg:overflow-visible" />
    </section>
  );
}

const barLink =
  'inline-flex min-h-12 items-center rounded-control px-2 font-display sm:px-3 font-semibold text-azure-deep underline-offset-4 hover:underline';

/** Links to the page's sections. Only wide screens have room for them. */
const parts = [
  { href: '#plans', label: 'Plans' },
  { href: '#one-time', label: 'One-time' },
  { href: '#how', label: 'How it works' },
  { href: '#questions', label: 'Questions' },
];

/** The top bar, over the hero's sky. With very large text it wraps to a second line. */
export function TopBar() {
  return (
    <header
      className={`${measure} relative z-10 -mb-20 flex flex-wrap items-center justify-between gap-x-1 py-4 lg:-mb-22 lg:py-5`}
    >
      <a href="/" className="inline-flex min-h-12 min-w-0 grow basis-20 items-center rounded-control">
        <Logo brand="__BRAND_NAME__" markClassName="size-9" />
      </a>
      <nav aria-label="On this page" className="mr-4 hidden gap-2 lg:flex">
        {parts.map(({ href, label }) => (
          <a key={href} href={href} className={barLink}>
            {label}
          </a>
        ))}
      </nav>
      <nav aria-label="Account" className="flex flex-wrap items-center gap-1 sm:gap-3">
        <a href="/login" className={barLink}>
          Sign In
        </a>
        <ButtonLink href="/register" look="ink" tight className="sm:min-w-36">
          Get Started
        </ButtonLink>
      </nav>
    </header>
  );
}
