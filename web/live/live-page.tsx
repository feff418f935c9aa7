import { buttonClass } from '../ui/button/button-class.ts';
import { Card } from '../ui/card.tsx';
import { Logo } from '../ui/logo.tsx';

/** The page that a link in a message opens. `page.ts` fills it in. */
export function LivePage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 pb-10 sm:px-8">
      <header className="flex min-h-18 items-center border-ink border-b-2">
        <a href="/" className="inline-flex min-h-12 min-w-0 items-center rounded-control">
          <Logo brand="__BRAND_NAME__" />
        </a>
      </header>
      <main className="grow pt-6 sm:pt-10">
        <Card as="section" tone="deep" aria-label="Your pickup" className="min-h-44">
          <p id="live-when" className="font-semibold text-on-deep-soft" />
          <div role="status">
            <h1 id="live-title" className="mt-1 break-words text-3xl sm:text-4xl">
              Your pickup
            </h1>
            <p id="live-text" className="mt-3 text-lg text-on-deep-soft">
              Loading…
            </p>
          </div>
        </Card>
        <p id="live-note" className="mt-2 min-h-6 text-soft" />
        <figure id="live-proof" hidden className="mt-3">
          <img id="live-photo" alt="Taken by your driver" className="w-full rounded-card border border-line" />
          <figcaption className="mt-1 text-soft">Taken by your driver</figcaption>
        </figure>
        <a id="live-account" hidden href="/dashboard" className={buttonClass('outline', 'md', 'mt-4 w-full sm:w-auto')}>
          Open in your account
        </a>
        <noscript>
          <p className="mt-4">This page needs JavaScript. You can also sign in, or call us.</p>
        </noscript>
      </main>
      <footer className="mt-10 border-line border-t pt-3">
        Questions? Call{' '}
        <a
          href="__SUPPORT_PHONE_HREF__"
          className="inline-block whitespace-nowrap py-2.5 font-semibold text-azure underline underline-offset-4"
        >
          __SUPPORT_PHONE__
        </a>
      </footer>
    </div>
  );
}
