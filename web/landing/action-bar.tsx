import { listPrice } from '../ui/text/money-text.ts';
import { lowestPickupCents, lowestPlanCents } from './plan-texts.ts';
import { ButtonLink } from './section.tsx';

/**
 * A bar with the main action. On phones it sticks to the bottom of the screen from the end of the hero to the end of
 * its parent. It has its own space there, so it never covers the end of the page. With very large text or on a low
 * screen it doesn't stick.
 */
export function ActionBar() {
  return (
    <div className="bottom-0 z-10 border-line border-t bg-paper pb-safe shadow-[0_-10px_20px_-14px_rgb(var(--shade)/0.35)] sm:hidden roomy:sticky">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 px-5 py-2.5">
        <p className="text-[0.9375rem] leading-snug text-soft">
          <strong className="block font-semibold text-ink">From {listPrice(lowestPickupCents)} a pickup</strong>
          or {listPrice(lowestPlanCents)} a month
        </p>
        <ButtonLink href="/register" look="solid" service="one-time" tight className="min-[22rem]:px-6">
          Book a pickup
        </ButtonLink>
      </div>
    </div>
  );
}
