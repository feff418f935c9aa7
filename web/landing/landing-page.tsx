import { CalendarDays, Phone, ShieldCheck, Sunrise, Truck } from 'lucide-react';
import { Closing, Footer } from './closing.tsx';
import { Hero, TopBar } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { OneTime } from './one-time.tsx';
import { Plans } from './plans.tsx';
import { ButtonLink, measure, Section } from './section.tsx';

export function LandingPage() {
  return (
    <>
      <a
        href="#main"
        className="absolute left-5 top-3 z-20 -translate-y-24 rounded-control bg-ink px-5 py-3 font-semibold text-white focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      <main id="main">
        <Hero />
        <WhyChoose />
        <Plans />
        <OneTime />
        <Cleanouts />
        <HowItWorks />
        <Closing />
      </main>
      <Footer />
    </>
  );
}

const points = [
  { icon: Truck, title: 'Professional Pickup', text: 'Put your bags at the curb by 7 AM. Our team picks them up.' },
  {
    icon: CalendarDays,
    title: 'Flexible Scheduling',
    text: 'Same day, next day, or the same day every week. Book it all online.',
  },
  { icon: ShieldCheck, title: 'Fully Insured', text: 'Licensed, bonded and insured.' },
  { icon: Sunrise, title: '7 Days a Week', text: 'Service is available every day, including weekends.' },
];

function WhyChoose() {
  return (
    <Section id="why" title="Why Choose __BRAND_NAME__">
      <ul className="mt-10 grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:mt-12 lg:grid-cols-4">
        {points.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-5">
            <Icon className="size-8 text-brick" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-1.5 max-w-[22em] text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const services = ['House', 'Basement', 'Attic', 'Estate', 'Garage', 'Construction debris'];

function Cleanouts() {
  return (
    <section aria-labelledby="cleanouts" className="on-dark bg-azure-deep py-16 text-white lg:py-24">
      <div className={`${measure} grid gap-x-16 gap-y-10 lg:grid-cols-[5fr_6fr]`}>
        <div>
          <h2 id="cleanouts" className="text-[2rem] sm:text-4xl lg:text-[2.75rem]">
            Cleanout services
          </h2>
          <p className="mt-3 max-w-[28.5em] text-lg text-azure-wash">
            For anything that doesn't fit in bags. Cleanouts can't be booked online; call for a quote.
          </p>
          <ButtonLink href="__SUPPORT_PHONE_HREF__" look="maize" className="mt-7 min-h-13">
            <Phone className="size-5" aria-hidden="true" />
            Call __SUPPORT_PHONE__
          </ButtonLink>
        </div>
        <ul className="grid grid-cols-1 gap-x-8 self-center min-[420px]:grid-cols-2">
          {services.map((service) => (
            <li
              key={service}
              className="border-t border-white/30 py-4 font-display text-2xl font-semibold tracking-tight lg:py-5 lg:text-[1.75rem]"
            >
              {service}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
