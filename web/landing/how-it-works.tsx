import type { ReactNode } from 'react';
import { Cat } from '../ui/street/cat.tsx';
import { At, Bag, Truck } from '../ui/street/street-parts.tsx';
import { Section } from './section.tsx';

interface Step {
  title: string;
  text: string;
  /** Stands on the line y = 0. */
  drawing: ReactNode;
  /** The width of the drawing in px. */
  width: number;
  /** Classes for phones: the drawing's size, and the padding that makes room for it. */
  onPhone: { scale: string; room: string };
  /** Classes of the block: its top margin on wide screens, where each step is lower than the one before. */
  className: string;
}

const steps: Step[] = [
  {
    title: 'Book online',
    text: 'Choose a plan or a one-time pickup, pick your day and pay by card. Before you pay, you see how to move or cancel.',
    drawing: (
      <At x={28} y={0}>
        <Cat />
      </At>
    ),
    width: 60,
    onPhone: { scale: 'scale-90', room: 'min-[20rem]:pr-14' },
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
    onPhone: { scale: 'scale-75', room: 'min-[20rem]:pr-26' },
    className: 'lg:mt-7',
  },
  {
    title: 'We pick them up',
    text: 'You get a notification when your bags are gone.',
    drawing: <Truck />,
    width: 230,
    onPhone: { scale: 'scale-45', room: 'min-[20rem]:pr-28' },
    className: 'lg:mt-14',
  },
];

/** Three steps, drawn as the steps of a stoop. */
export function HowItWorks() {
  return (
    <Section id="how" title="How It Works">
      <ol className="mt-3 grid border-ink lg:mt-14 lg:grid-cols-3 lg:border-b-2">
        {steps.map((step, index) => (
          <StepBlock key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
    </Section>
  );
}

/**
 * On wide screens, a stone block with the drawing on top and a riser down to the next block. On narrow screens, a row
 * whose drawing stands on the line below.
 */
function StepBlock({
  step: { title, text, drawing, width, onPhone, className },
  number,
}: {
  step: Step;
  number: number;
}) {
  const riser =
    number < steps.length ? 'lg:after:absolute lg:after:-right-px lg:after:top-0 lg:after:h-7 lg:after:w-0.5' : '';
  return (
    <li
      className={`relative flex gap-4 border-ink border-b-2 py-4 after:bg-ink lg:block lg:border-x lg:border-t-2 lg:border-b-0 lg:border-x-line lg:bg-paper lg:px-8 lg:pr-8 lg:pt-6 lg:pb-9 ${onPhone.room} ${riser} ${className}`}
    >
      <svg
        viewBox={`0 -108 ${width} 108`}
        width={width}
        height="108"
        className={`absolute right-0 bottom-0 hidden origin-bottom-right min-[20rem]:block lg:right-8 lg:bottom-full lg:scale-85 ${onPhone.scale}`}
        aria-hidden="true"
      >
        {drawing}
      </svg>
      <p className="font-display text-5xl font-bold leading-none text-brick lg:text-6xl" aria-hidden="true">
        {number}
      </p>
      <div>
        <h3 className="text-xl lg:mt-4 lg:text-2xl">{title}</h3>
        <p className="mt-1 max-w-[20.7em] text-pretty text-soft lg:mt-1.5 lg:text-lg">{text}</p>
      </div>
    </li>
  );
}
