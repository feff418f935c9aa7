import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useOpenMove } from './open-move.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

/** Shows the dialog of the move that was chosen last (`openMove`). Mounted once, on the admin's screen. */
export function MoveHost() {
  const opened = useOpenMove();
  const { pathname } = useLocation();
  return (
    <Suspense fallback={null}>
      {opened && (
        <MoveDialog
          key={opened.opening}
          move={opened.move}
          pickup={opened.pickup}
          open={opened.open && opened.path === pathname}
          onCancelled={opened.onCancelled}
        />
      )}
    </Suspense>
  );
}
