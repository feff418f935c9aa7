import { Cat } from '../ui/street/cat.tsx';
import { At, Bin, House, paint, Tree } from '../ui/street/street-parts.tsx';
import { ButtonLink, measure } from './section.tsx';

export function Closing() {
  return (
    <section aria-labelledby="closing" className="bg-dawn">
      <div className={`${measure} grid items-end gap-x-10 gap-y-6 pt-10 sm:pt-16 lg:grid-cols-2 lg:pt-20`}>
        <div className="lg:self-center lg:pb-20">
          <h2 id="closing" className="max-w-[6.8em] text-4xl leading-none tracking-[-0.025em] sm:text-5xl lg:text-6xl">
            Ready when your bags are.
          </h2>
          <p className="mt-3 max-w-[28.5em] text-lg lg:mt-4 lg:text-xl">
            Create an account, pick a day and put them out by 7 AM.
          </p>
          <ButtonLink href="/register" look="ink" className="mt-5 min-h-13 lg:mt-7">
            Create your account
          </ButtonLink>
        </div>
        <BlockAfter className="block w-full max-w-80 justify-self-center sm:max-w-lg lg:max-w-none" />
      </div>
    </section>
  );
}

const { clay, sand, wine, stone, green, navy, azure } = paint;
const houses = [
  { x: 92, width: 118, floors: 2, brick: clay, trim: stone, door: green, shutters: green, lit: [0] },
  { x: 210, width: 116, floors: 3, brick: sand, trim: stone, door: navy, shutters: navy, lit: [1, 4] },
  { x: 326, width: 118, floors: 2, brick: wine, trim: navy, door: azure, shutters: stone, lit: [2] },
];

/** The block after the pickup, with an empty curb. It stands on the sidewalk at the top of the footer. */
function BlockAfter({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 560 320" className={className} aria-hidden="true">
      <At x={0} y={320}>
        {houses.map(({ x, ...house }) => (
          <At key={x} x={x} y={0}>
            <House {...house} />
          </At>
        ))}
        <At x={48} y={0} scale={1.2}>
          <Tree />
        </At>
        <At x={474} y={0}>
          <Bin />
        </At>
        <At x={248} y={0} scale={0.72}>
          <Cat />
        </At>
      </At>
    </svg>
  );
}
