import { Logo } from '../ui/logo.tsx';
import { ButtonLink } from './button-link.tsx';
import { measure } from './section.tsx';

/** Lies on the sky of the hero; with very large text it takes a second line, and that line's room. */
export function TopBar() {
  return (
    <header
      className={`${measure} relative z-10 -mb-20 flex flex-wrap items-center justify-between gap-x-1 py-4 lg:-mb-22 lg:py-5`}
    >
      <a href="/" className="inline-flex min-h-12 min-w-0 grow basis-20 items-center rounded-control">
        <Logo brand="__BRAND_NAME__" markClassName="size-9" />
      </a>
      <nav aria-label="Account" className="flex flex-wrap items-center gap-1 sm:gap-3">
        <a
          href="/login"
          className="inline-flex min-h-12 items-center rounded-control px-2 font-display sm:px-3 font-semibold text-azure-deep underline-offset-4 hover:underline"
        >
          Sign In
        </a>
        <ButtonLink href="/register" look="ink" tight className="sm:min-w-36">
          Get Started
        </ButtonLink>
      </nav>
    </header>
  );
}
