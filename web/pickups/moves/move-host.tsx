import { useLocation } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import type MoveDialog from './move-dialog.tsx';
import { setMoveOpen, useOpenMove } from './open-move.ts';

const moveDialog = lateComponent<ComponentProps<typeof MoveDialog>>(() => import('./move-dialog.tsx'));

/** Shows the dialog of the move that was chosen last (`openMove`). Mounted once on each page that offers moves. */
export function MoveHost() {
  const opened = useOpenMove();
  const { pathname } = useLocation();
  const open = opened?.open === true && opened.path === pathname;
  const Dialog = useLateComponent(moveDialog, open, () => {
    setMoveOpen(false);
    toastCouldNotOpen();
  });
  if (!opened || !Dialog) return null;
  return (
    <Dialog
      key={opened.opening}
      move={opened.move}
      pickup={opened.pickup}
      open={open}
      onCancelled={opened.onCancelled}
    />
  );
}
