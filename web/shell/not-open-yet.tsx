import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';

interface NotOpenYetProps {
  /** What will stand here. It claims nothing about what there is or is not. */
  children: ReactNode;
  /** Where to go meanwhile. */
  action?: ReactNode;
}

/** A screen that has its place and is not built yet (docs/decisions/009). */
export function NotOpenYet({ children, action }: NotOpenYetProps) {
  return (
    <EmptyState title="Not open yet" art={<EmptyStoop />} {...(action && { action })}>
      {children}
    </EmptyState>
  );
}
