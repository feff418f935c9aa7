import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { MoveHost } from '../pickups/moves/move-host.tsx';
import { Page } from '../shell/page.tsx';
import { SkeletonList } from '../ui/list/skeleton-list.tsx';
import { sectionOf } from './sections.ts';

/** The admin screen. The path selects its section. */
export default function AdminPage() {
  const { pathname } = useLocation();
  const { title, Content } = sectionOf(pathname);
  return (
    <Page title={title}>
      <Suspense fallback={<SkeletonList label="Loading" />}>
        <Content />
      </Suspense>
      <MoveHost />
    </Page>
  );
}
