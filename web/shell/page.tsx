import { Link, useRouterState } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useCurrentUser } from '../api/current-user.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { classNames } from '../ui/class-names.ts';
import type { Elements } from '../ui/elements.ts';
import { Mark } from '../ui/logo.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { WayBack } from './way-back.tsx';

interface PageProps {
  /** The page's only h1, in the header. */
  title: ReactNode;
  /** The title of the browser tab, if `title` is not plain text or is a greeting. */
  documentTitle?: string;
  /** The path of the back button. Without a path there is no button. */
  back?: string;
  /** Replaces the back button's navigation if that would add a second entry of the same page. */
  onBack?: () => void;
  actions?: Elements;
  /** A column for reading and forms, at the left edge of the frame. */
  narrow?: boolean;
  children: Elements;
}

/**
 * The frame of every signed-in page: header with title, back button, bell and menu, then the content. Title, rule and
 * first column are in the same place on every page of a role (SHELL-24).
 */
export function Page({ title, documentTitle, back, onBack, actions, narrow = false, children }: PageProps) {
  const heading = useHeadingFocus();
  const visitor = useCurrentUser();
  const notice = useContext(PageNotice);
  const tools = useContext(PageTools);
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : 'Home'));
  // Dispatchers work with tables and boards, which need the width.
  const isWide = visitor.state === 'signed-in' && visitor.user.role === 'admin';
  const frame = classNames('mx-auto w-full px-gutter', isWide ? 'max-w-7xl' : 'max-w-5xl');
  return (
    <>
      <header className="sticky top-0 z-10 bg-marble pt-safe low:static">
        <div className={frame}>
          <div className="flex min-h-16 flex-wrap items-center gap-2 border-ink border-b-2 py-1.5 sm:py-2 lg:min-h-20">
            {back ? (
              <Link
                to={back}
                onClick={(event) => {
                  if (!onBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onBack();
                }}
                aria-label="Back"
                title="Back"
                // On wide screens the button is in the gutter, so that the title is in the same place on pages without
                // the button.
                className="relative -ml-2.5 grid size-11 shrink-0 place-items-center rounded-control transition-colors after:absolute hover:bg-step lg:-ml-9 lg:w-7 lg:after:-inset-x-2 lg:after:inset-y-0"
              >
                <ArrowLeft className="size-6 lg:size-5" aria-hidden="true" />
              </Link>
            ) : (
              <Mark className="mr-0.5 size-8 shrink-0 lg:hidden" />
            )}
            {/*
             * Two lines of the title fit the header's height. With very large text the buttons wrap to a second line,
             * and the title keeps room for a word.
             */}
            <h1
              ref={heading}
              tabIndex={-1}
              className="min-w-0 grow basis-24 break-words text-xl leading-[1.2] outline-none sm:text-2xl lg:text-3xl lg:leading-tight"
            >
              {title}
            </h1>
            <div className="-mr-2.5 ml-auto flex shrink-0 items-center tiny:-mr-1.5">
              {actions}
              {tools}
              <NotificationBell />
              {visitor.state === 'signed-in' && <MenuButton user={visitor.user} />}
            </div>
          </div>
          {notice}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classNames(frame, 'grow py-5 outline-none sm:py-6 lg:py-8')}>
        {visitor.state === 'signed-in' && <WayBack user={visitor.user} />}
        {narrow ? <div className="max-w-2xl">{children}</div> : children}
      </main>
    </>
  );
}

/** The path of the last rendered page; null before the first one. */
let lastPathname: string | null = null;

/**
 * Moves the focus to the heading after navigation, so that screen readers announce the page and keyboard users start at
 * the content. Does nothing on the first page, which the browser announces itself. Waits for the resolved location,
 * because the URL changes while the previous page is still mounted.
 */
function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname === undefined || pathname !== location.pathname) return;
    const isArrival = lastPathname !== null && lastPathname !== pathname;
    lastPathname = pathname;
    if (isArrival) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}

/** A notice that a parent layout shows in each page's header, such as the driver's connection and outbox status. */
export const PageNotice = createContext<Elements>(null);

/** Buttons that a parent layout shows in each page's header, such as the dispatcher's Find. */
export const PageTools = createContext<Elements>(null);
