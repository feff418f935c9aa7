import { Cat } from '../ui/street/cat.tsx';
import { At, Bin, House, paint, Tree } from '../ui/street/street-parts.tsx';
import { ButtonLink } from './button-link.tsx';
import { measure } from './section.tsx';

export function Closing() {
  return (
    <section aria-labelledby="closing" className="bg-maize">
      <div className={`${measure} grid items-end gap-x-10 gap-y-10 pt-16 lg:grid-cols-2 lg:pt-20`}>
        <div className="lg:self-center lg:pb-20">
          <h2
            id="closing"
            className="max-w-[6.8em] text-[2.5rem] leading-none tracking-[-0.025em] sm:text-5xl lg:text-6xl"
          >
            Ready when your bags are.
          </h2>
          <p className="mt-4 max-w-[28.5em] text-lg lg:text-xl">
            Make an account, pick a day and put them out by 7 AM.
          </p>
          <ButtonLink href="/register" look="ink" className="mt-7 min-h-13">
            Create your account
          </ButtonLink>
        </div>
        <BlockAfter className="block w-full max-w-lg justify-self-center lg:max-w-none" />
      </div>
    </section>
  );
}

/** The block once the truck has been: nothing at the curb. It stands on the pavement that the footer begins with. */
function BlockAfter({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 560 320" className={className} aria-hidden="true">
      <At x={0} y={320}>
        <At x={92} y={0}>
          <House
            width={118}
            storeys={2}
            brick={paint.clay}
            trim={paint.stone}
            door={paint.green}
            shutters={paint.green}
            lit={[0]}
          />
        </At>
        <At x={210} y={0}>
          <House
            width={116}
            storeys={3}
            brick={paint.sand}
            trim={paint.stone}
            door={paint.navy}
            shutters={paint.navy}
            lit={[1, 4]}
          />
        </At>
        <At x={326} y={0}>
          <House
            width={118}
            storeys={2}
            brick={paint.wine}
            trim={paint.navy}
            door={paint.azure}
            shutters={paint.stone}
            lit={[2]}
          />
        </At>
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
