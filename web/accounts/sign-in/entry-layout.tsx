import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { clientSettings } from '../../api/client-settings.ts';
import { useDocumentTitle } from '../../shell/use-document-title.ts';
import type { Elements } from '../../ui/elements.ts';
import { lateFile } from '../../ui/hooks/late-file.ts';
import { Logo } from '../../ui/logo.tsx';

// Only wide screens have room for the drawing of a street, so only they fetch it.
const Street = lazy(lateFile(async () => ({ default: (await import('../../ui/street/street.tsx')).Street })));
const wideScreen = '(min-width: 64rem)';

/** The layout of the signed-out pages. A changed title reports what happened, so it gets the focus. */
export function EntryLayout({ title, intro, children }: { title: string; intro: string; children: Elements }) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);
  useEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(30rem,1fr)_minmax(0,1.1fr)]">
      <div className="mx-auto flex w-full max-w-lg flex-col px-4 pt-safe pb-10 sm:px-8 lg:max-w-xl lg:px-12">
        <header className="flex min-h-18 items-center justify-between gap-4 border-ink border-b-2 lg:min-h-20">
          {/* The landing page is not part of this app, so it needs a full page load. */}
          <button
            type="button"
            onClick={() => location.assign('/')}
            className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-control pr-3 pl-2 font-display font-semibold text-azure transition-colors hover:bg-azure-wash"
          >
            <ArrowLeft className="size-5" aria-hidden="true" />
            <span>Back</span>
          </button>
          <Logo brand={clientSettings.brandName} />
        </header>
        <main className="pt-8 lg:pt-12">
          <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none tiny:text-3xl">
            {title}
          </h1>
          <p className="wrap-anywhere mt-2 mb-7 text-soft">{intro}</p>
          {children}
        </main>
      </div>
      <div className="relative hidden overflow-clip bg-deep lg:block">
        <div className="sky sticky top-0 flex h-dvh items-end">
          {matchMedia(wideScreen).matches && (
            <Suspense>
              <Street className="h-[min(40rem,80%)] w-full" />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}

export function SignInLink() {
  return (
    <p className="mt-5 pt-1">
      <a href="/login" className="inline-block py-2 font-semibold text-azure underline underline-offset-4">
        Back to sign in
      </a>
    </p>
  );
}
