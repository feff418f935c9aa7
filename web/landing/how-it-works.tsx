import { Cat } from '../ui/street/cat.tsx';
import { At, Bag, Truck } from '../ui/street/street-parts.tsx';
import { Section } from './section.tsx';

/** Each drawing has the given width and stands on y = 0. */
const steps = [
  {
    title: 'Book online',
    text: 'Choose a plan or a one-time pickup, and pay by card.',
    drawing: (
      <At x={20} y={0}>
        <Cat />
      </At>
    ),
    width: 52,
    className: '',
  },
  {
    title: 'Set your bags out',
    text: 'Put them at the curb by 7 AM on your pickup day.',
    drawing: (
      <>
        <At x={70} y={0} scale={0.84}>
          <Bag />
        </At>
        <At x={22} y={0}>
          <Bag />
        </At>
        <At x={106} y={0} scale={1.1}>
          <Bag />
        </At>
      </>
    ),
    width: 126,
    className: 'lg:mt-16',
  },
  {
    title: 'We pick them up',
    text: 'Track your pickups and billing in your account.',
    drawing: <Truck />,
    width: 230,
    className: 'lg:mt-32',
  },
];

/** Three steps, drawn as the steps of a stoop. */
export function HowItWorks() {
  return (
    <Section id="how" title="How It Works">
      <ol className="mt-14 grid gap-y-20 border-ink lg:mt-8 lg:grid-cols-3 lg:border-b-2">
        {steps.map((step, index) => (
          <StepBlock key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
    </Section>
  );
}

/** A stone block with a riser down to the next one on wide screens; a rule with the text below on narrow ones. */
function StepBlock({
  step: { title, text, drawing, width, className },
  number,
}: {
  step: (typeof steps)[number];
  number: number;
}) {
  const riser =
    number < steps.length ? 'lg:after:absolute lg:after:-right-px lg:after:top-0 lg:after:h-16 lg:after:w-0.5' : '';
  return (
    <li
      className={`relative border-line border-t-2 border-t-ink pt-6 after:bg-ink lg:border-x lg:bg-paper lg:px-8 lg:pb-10 ${riser} ${className}`}
    >
      <svg
        viewBox={`0 -108 ${width} 108`}
        width={width}
        height="108"
        className="absolute bottom-full right-0 origin-bottom-right scale-60 sm:scale-75 lg:right-8 lg:scale-85"
        aria-hidden="true"
      >
        {drawing}
      </svg>
      <p className="font-display text-6xl font-bold leading-none text-brick" aria-hidden="true">
        {number}
      </p>
      <h3 className="mt-4 text-2xl">{title}</h3>
      <p className="mt-1.5 max-w-[20.7em] text-lg text-soft">{text}</p>
    </li>
  );
}
