import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';
import { Page } from './page.tsx';

interface FramePageProps {
  title: string;
  /** The words of the empty state. */
  heading: string;
  back?: string;
  children?: ReactNode;
}

/** A page that has its place and nothing to show yet. */
export function FramePage({ title, heading, back, children }: FramePageProps) {
  return (
    <Page title={title} {...(back && { back })}>
      <EmptyState title={heading} art={<EmptyStoop />}>
        {children}
      </EmptyState>
    </Page>
  );
}
