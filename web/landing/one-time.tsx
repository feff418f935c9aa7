import { bagTiers, maxBags } from '../../contract/values/prices.ts';
import { furthestDaysAhead } from '../../contract/values/time/booking-dates.ts';
import { Bag, paint } from '../ui/street/street-parts.tsx';
import { listPrice } from '../ui/text/money-text.ts';
import { ButtonLink, Section } from './section.tsx';

export function OneTime() {
  return (
    <Section
      id="one-time"
      title="Just this once"
      lead={`Book for today, tomorrow or up to ${furthestDaysAhead} days ahead. You pay by the number of bags.`}
    >
      <svg className="absolute size-0" aria-hidden="true">
        <defs>
          <g id="bag">
            <Bag fill="currentColor" />
          </g>
        </defs>
      </svg>
      <ul className="mt-6 grid grid-cols-2 gap-y-8 min-[20rem]:grid-cols-4 lg:mt-10">
        {bagTiers.map(({ bags, priceCents }) => (
          <li key={bags} className="flex flex-col">
            <Pile bags={bags} />
            <p className="border-t-2 border-ink pt-3 font-display text-[1.75rem] leading-tight font-bold tracking-tight sm:pt-4 sm:text-4xl lg:text-5xl">
              {listPrice(priceCents)}
            </p>
            <p className="mt-0.5 pr-1 text-[0.9375rem] leading-snug text-soft sm:mt-1 sm:text-lg">up to {bags} bags</p>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-col items-start gap-x-6 gap-y-1 sm:flex-row sm:items-center lg:mt-10">
        <ButtonLink href="/register" look="solid" service="one-time">
          Book a pickup
        </ButtonLink>
        <p className="text-soft">
          More than {maxBags} bags?{' '}
          <a
            href="__SUPPORT_PHONE_HREF__"
            className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            Call __SUPPORT_PHONE__
          </a>
        </p>
      </div>
    </Section>
  );
}

const spacing = 27;
const rise = 23;

/** Returns the bags per row of a heap, from the ground up. Each row has at least one bag fewer than the row below. */
function heapRows(bags: number): number[] {
  let longest = 1;
  while ((longest * (longest + 1)) / 2 < bags) longest++;
  const rows: number[] = [];
  for (let left = bags; left > 0; left -= rows.at(-1) ?? left) rows.push(Math.min(left, longest - rows.length));
  return rows;
}

function Pile({ bags }: { bags: number }) {
  const rows = heapRows(bags);
  const places = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, index) => ({
      x: 17 + (index + ((rows[0] ?? 0) - count) / 2) * spacing,
      y: 140 - row * rise,
      row,
    })),
  );
  return (
    <svg viewBox="0 0 200 140" className="w-full max-w-50 pr-2 sm:pr-0" aria-hidden="true">
      {places.reverse().map(({ x, y, row }) => (
        <use
          key={`${x} ${y}`}
          href="#bag"
          stroke="var(--color-marble)"
          strokeWidth="1.5"
          x={x}
          y={y}
          color={row % 2 === 0 ? paint.ink : paint.navy}
        />
      ))}
    </svg>
  );
}
