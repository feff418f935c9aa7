import type { ReactNode } from 'react';
import { decisionHours } from '../../contract/pickups/missed.ts';
import { cancellationText, holdText } from '../../contract/values/plan/terms.ts';
import { furthestDaysAhead } from '../../contract/values/time/booking-dates.ts';
import { missedWindowText } from '../../contract/values/time/missed-window.ts';
import { serviceDaysText } from './plan-texts.ts';
import { measure } from './section.tsx';

const inText = 'font-semibold text-azure underline underline-offset-4';

const questions: readonly { question: string; answer: ReactNode }[] = [
  { question: 'Can I get a pickup today?', answer: '__SAME_DAY__' },
  {
    question: 'Which days do you come?',
    answer: `Any day of the week. A one-time pickup can be up to ${furthestDaysAhead} days ahead. ${serviceDaysText}`,
  },
  {
    question: 'How do I pay?',
    answer:
      'By card. You pay for a one-time pickup when you book it. A plan is charged when it starts and then every month. Your receipts are in your account. __CARD_DATA__',
  },
  {
    question: 'What if you miss my pickup?',
    answer: `${missedWindowText} If our records show that nobody came, we'll come back on the next possible day at no charge. Otherwise a person on our team decides within ${decisionHours} hours.`,
  },
  { question: 'Can I take a break from my plan?', answer: holdText },
  {
    question: 'Can I switch plans?',
    answer:
      'Yes, in your account. The new plan and its price start with your next billing month. Until then you can undo the change.',
  },
  { question: 'How do I cancel my plan?', answer: `In your account, without a call. ${cancellationText}` },
  {
    question: 'What do you do with my data?',
    answer: (
      <>
        We use it to plan, make and bill your pickups. There are no ads and no trackers on this site.{' '}
        <a href="/privacy" className={inText}>
          Read what we store
        </a>
      </>
    ),
  },
];

/** Questions and answers that open and close without a script. */
export function Questions() {
  return (
    <section aria-labelledby="questions" className="pt-10 pb-5 sm:py-16 lg:py-20">
      <div className={`${measure} grid gap-x-16 gap-y-3 lg:grid-cols-[4fr_7fr]`}>
        <div>
          <h2 id="questions" className="text-[2rem] sm:text-4xl lg:text-[2.75rem]">
            Questions
          </h2>
          <p className="mt-1 max-w-[24em] text-soft sm:mt-2.5 sm:text-lg">
            Something else? Call{' '}
            <a
              href="__SUPPORT_PHONE_HREF__"
              className={`inline-flex min-h-11 items-center whitespace-nowrap ${inText}`}
            >
              __SUPPORT_PHONE__
            </a>
          </p>
        </div>
        <div className="border-ink border-t-2">
          {questions.map(({ question, answer }) => (
            <details key={question} className="question">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
