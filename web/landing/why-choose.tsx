import { CalendarDays, ShieldCheck, Sunrise, Truck } from 'lucide-react';
import { Section } from './section.tsx';

const points = [
  {
    icon: Truck,
    title: 'Professional Pickup',
    text: 'Put your bags at the curb by 7 AM. Our team picks them up.',
  },
  {
    icon: CalendarDays,
    title: 'Flexible Scheduling',
    text: 'Same day, next day, or the same day every week. You book it online.',
  },
  {
    icon: ShieldCheck,
    title: 'Fully Insured',
    text: 'Licensed, bonded and insured.',
  },
  {
    icon: Sunrise,
    title: '7 Days a Week',
    text: 'Service is available every day, Saturdays and Sundays too.',
  },
];

export function WhyChoose() {
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
