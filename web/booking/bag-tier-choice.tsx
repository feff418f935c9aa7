import { bagTiers } from '../../contract/values/prices.ts';
import { clientSettings } from '../api/client-settings.ts';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { listPrice } from '../ui/list-price.ts';
import { At, Bag } from '../ui/street/street-parts.tsx';

const pileSizes = [1, 2, 3, 5];

/** The four one-time packages, as cards that are radio buttons. */
export function BagTierChoice({ bagCount, onChoose }: { bagCount: number; onChoose: (bagCount: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">How many bags?</legend>
      <div className="grid grid-cols-2 gap-3">
        {bagTiers.map((tier, index) => (
          <RadioCard
            key={tier.bags}
            group="bagCount"
            value={tier.bags}
            checked={tier.bags === bagCount}
            onChoose={() => onChoose(tier.bags)}
            className="grid gap-x-2 p-3 sm:grid-cols-[1fr_auto] sm:items-end sm:p-4"
          >
            <BagPile
              size={pileSizes[index] ?? 1}
              className="mb-2 h-9 w-20 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:mb-0"
            />
            <span className="font-semibold leading-tight sm:row-start-1">Up to {tier.bags} bags</span>
            <span className="font-bold font-display text-2xl tabular-nums leading-tight sm:row-start-2">
              {listPrice(tier.priceCents)}
            </span>
          </RadioCard>
        ))}
      </div>
      <p className="mt-2 text-[0.9375rem] text-soft">
        More than 25 bags? Call{' '}
        <a
          href={`tel:${clientSettings.supportPhone.replace(/[^\d+]/g, '')}`}
          className="whitespace-nowrap font-semibold text-azure underline underline-offset-4"
        >
          {clientSettings.supportPhone}
        </a>{' '}
        for a quote.
      </p>
    </fieldset>
  );
}

/** Positions of the bags in the pile, back to front. */
const places: readonly [x: number, scale: number][] = [
  [17, 0.92],
  [50, 0.84],
  [33, 1.05],
  [68, 0.98],
  [88, 0.72],
];

/** A pile of one to five bags that illustrates a bag tier; 104 × 46. */
function BagPile({ size, className }: { size: number; className?: string }) {
  return (
    <svg viewBox="0 0 104 46" className={className} aria-hidden="true">
      {places.slice(0, size).map(([x, scale]) => (
        <At key={x} x={x} y={45} scale={scale}>
          <Bag />
        </At>
      ))}
    </svg>
  );
}
