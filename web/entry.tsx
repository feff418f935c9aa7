import { createBrowserHistory } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CrashBoundary } from './crash-screen.tsx';
import { entryPages, type PageFile } from './entry-pages.ts';
import { RootFrame } from './root-frame.tsx';
import { startPage } from './start-page.tsx';
import { lateFile } from './ui/hooks/late-file.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';

/** The script of entry.html. The server sends it for these pages, so that a first visit loads no router or routes. */
const pages: Readonly<Record<string, PageFile>> = entryPages;
const Page = lazy(lateFile(pages[location.pathname.replace(/\/+$/, '')] ?? entryPages['/login']));

startPage(
  createBrowserHistory(),
  <CrashBoundary>
    <RootFrame>
      <Suspense fallback={<LoadingScreen />}>
        <Page />
      </Suspense>
    </RootFrame>
  </CrashBoundary>,
);
