import { FlaskConical } from 'lucide-react';
import { type TestCard, testCards } from '../../../../contract/payments.ts';
import { formatCardNumber } from './form-schema.ts';

const names: Record<TestCard, string> = {
  successful: 'Successful',
  declined: 'Declined',
  expired: 'Expired',
  insufficientFunds: 'Insufficient funds',
  cvcFailed: 'Wrong CVC',
  processingError: 'Processing error',
  fraudulent: 'Fraudulent',
};

interface TestCardChoicesProps {
  /** The cards that the server offers, by name. Defaults to all listed test cards. */
  offered: Readonly<Record<string, string>> | undefined;
  onChoose: (number: string) => void;
}

/** Says that no real charge occurs and offers the test cards. Choosing one fills in the form. */
export function TestCardChoices({ offered, onChoose }: TestCardChoicesProps) {
  const cards = (Object.keys(names) as TestCard[]).filter((card) => !offered || card in offered);
  return (
    <section
      aria-labelledby="test-cards"
      className="rounded-card bg-maize-wash p-3.5 ring-1 ring-maize-deep/60 ring-inset"
    >
      <h3 id="test-cards" className="flex items-center gap-2 text-lg">
        <FlaskConical className="size-5 shrink-0 text-brick" aria-hidden="true" />
        Test mode
      </h3>
      <p className="mt-1 leading-snug">No real charge occurs. Choose a test card to fill in the form:</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {cards.map((card) => {
          const number = offered?.[card] ?? testCards[card].number;
          return (
            <button
              key={card}
              type="button"
              title={formatCardNumber(number)}
              onClick={() => onChoose(number)}
              className="min-h-11 rounded-full border border-control bg-paper px-3.5 font-semibold text-[0.9375rem] transition-colors hover:bg-step"
            >
              {names[card]}
            </button>
          );
        })}
      </div>
    </section>
  );
}
