import { Section } from './section.tsx';

/** The server fills in the sentences, from the policy and the settings of the deployment. */
const cases = [
  { title: 'Before the deadline', text: '__TERMS_BEFORE_CUTOFF__' },
  { title: 'After the deadline', text: '__TERMS_AFTER_CUTOFF__' },
  { title: 'Booked at the last minute', text: '__TERMS_GRACE__' },
  { title: 'A visit of your plan', text: '__TERMS_PLAN__' },
];

export function Changes() {
  return (
    <Section
      id="changes"
      title="Move or cancel online"
      lead="You see your exact refund before you confirm."
      className="bg-step"
    >
      <ul className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2 sm:gap-y-8 lg:mt-10 lg:grid-cols-4">
        {cases.map(({ title, text }) => (
          <li key={title} className="border-ink border-t-2 pt-2.5 lg:pt-5">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1.5 max-w-[28em] text-pretty text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
