import { buttonClass } from '../ui/button/button-class.ts';
import { Logo } from '../ui/logo.tsx';
import RoadWork from '../ui/street/scenes/road-work.tsx';

/** The page that the service worker shows in place of one that can't be reached (SHELL-20). */
export function OfflinePage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-lg flex-col px-4 pb-10 sm:px-8">
      <header className="flex min-h-18 items-center border-ink border-b-2">
        <Logo brand="__BRAND_NAME__" />
      </header>
      <main className="flex grow flex-col items-center justify-center pt-8 text-center">
        <div className="aspect-[16/11] w-full max-w-72 overflow-hidden rounded-sheet">
          <RoadWork />
        </div>
        <h1 className="mt-6 text-3xl">No connection</h1>
        <p className="mt-3 text-pretty text-lg text-soft">
          We can't reach __BRAND_NAME__ right now. Check your Wi-Fi or mobile data. Your bookings are safe.
        </p>
        <button id="retry" type="button" className={buttonClass('primary', 'md', 'mt-7 w-full max-w-72')}>
          Try again
        </button>
        <p id="retry-status" role="status" className="mt-3 text-soft">
          This page will reload when you're back online.
        </p>
        <p className="mt-8 border-line border-t pt-5">
          Need help now? Call{' '}
          <a
            href="__SUPPORT_PHONE_HREF__"
            className="inline-block whitespace-nowrap py-2.5 font-semibold text-azure underline underline-offset-4"
          >
            __SUPPORT_PHONE__
          </a>
        </p>
      </main>
    </div>
  );
}
