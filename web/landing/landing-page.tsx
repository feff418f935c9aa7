import { CalendarDays, Phone, ShieldCheck, Sunrise, Truck } from 'lucide-react';
import { ActionBar } from './action-bar.tsx';
import { Changes } from './changes.tsx';
import { Closing } from './closing.tsx';
import { Footer } from './footer.tsx';
import { Hero, TopBar } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { OneTime } from './one-time.tsx';
import { Plans } from './plans.tsx';
import { Questions } from './questions.tsx';
import { ButtonLink, measure, Section, SkipLink } from './section.tsx';
import { WhatWeTake } from './what-we-take.tsx';

export function LandingPage() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main">
        <Hero />
        <div>
          <WhyChoose />
          <Plans />
          <OneTime />
          <WhatWeTake />
          <Cleanouts />
          <HowItWorks />
          <Changes />
          <Questions />
          <ActionBar />
        </div>
        <Closing />
      </main>
      <Footer />
    </>
  );
}

const points = [
  {
    icon: Truck,
    title: 'Professional Pickup',
    text: "Your account shows when it's done, with your driver's photo if there is one.",
  },
  {
    icon: CalendarDays,
    title: 'Flexible Scheduling',
    text: 'Same day, next day, or the same day every week. Need another day? Move it online.',
  },
  { icon: ShieldCheck, title: 'Fully Insured', text: 'Licensed and bonded, too.' },
  { icon: Sunrise, title: '7 Days a Week', text: 'Saturdays and Sundays included.' },
];

/** Rows on phones, columns on wide screens. On phones, the space above is for the action bar. */
function WhyChoose() {
  return (
    <Section id="why" title="Why Choose __BRAND_NAME__" className="max-sm:pt-20">
      <ul className="mt-6 grid grid-cols-1 gap-x-8 gap-y-4 sm:mt-10 sm:grid-cols-2 sm:gap-y-9 lg:mt-12 lg:grid-cols-4">
        {points.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="items-start gap-x-4 border-line border-t pt-4 first:border-ink first:border-t-2 min-[20rem]:max-sm:grid min-[20rem]:max-sm:grid-cols-[auto_1fr] sm:border-ink sm:border-t-2 sm:pt-5"
          >
            <Icon className="row-span-2 size-7 text-brick sm:size-8" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="text-xl sm:mt-4">{title}</h3>
            <p className="mt-1 max-w-[22em] text-pretty text-soft sm:mt-1.5">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const services = ['House', 'Basement', 'Attic', 'Estate', 'Garage', 'Construction debris'];

function Cleanouts() {
  return (
    <section aria-labelledby="cleanouts" className="on-dark bg-deep py-10 text-on-deep sm:py-16 lg:py-20">
      <div className={`${measure} grid gap-x-16 gap-y-7 lg:grid-cols-[5fr_6fr]`}>
        <div>
          <h2 id="cleanouts" className="text-[2rem] sm:text-4xl lg:text-[2.75rem]">
            Cleanout services
          </h2>
          <p className="mt-2.5 max-w-[28.5em] text-pretty text-on-deep-soft sm:text-lg">
            For anything that doesn't fit in bags. Cleanouts can't be booked online; call for a quote.
          </p>
          <ButtonLink href="__SUPPORT_PHONE_HREF__" look="maize" className="mt-5 min-h-13 sm:mt-7">
            <Phone className="size-5" aria-hidden="true" />
            Call __SUPPORT_PHONE__
          </ButtonLink>
        </div>
        <ul className="grid grid-cols-1 gap-x-6 self-center min-[20rem]:grid-cols-2 sm:gap-x-8">
          {services.map((service) => (
            <li
              key={service}
              className="border-t border-on-deep/30 py-2.5 font-display text-lg font-semibold leading-snug tracking-tight sm:py-4 sm:text-2xl lg:py-5 lg:text-[1.75rem]"
            >
              {service}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
