import type { RouterHistory } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session, watchSession } from './api/session.ts';
import { registerOfflineWorker } from './offline/register-worker.ts';
import { leavePush } from './push/leave-push.ts';
import { watchDialogSteps } from './ui/dialog/back-steps.ts';
import { watchLeaving } from './ui/hooks/late-file.ts';
import { showStoredToast } from './ui/toast/toast.ts';
import './styles.css';
import './ui/styles/motion.css';

/** Renders the page and starts what every page needs: the session's watch, Back in dialogs, the stored toast. */
export function startPage(history: RouterHistory, page: ReactNode): void {
  watchLeaving();
  watchSession();
  watchDialogSteps(history);
  showStoredToast();
  // After the page's own files. The driver's pages bring a worker of their own.
  if (session.user()?.role !== 'driver') addEventListener('load', () => void registerOfflineWorker());
  leavePush();

  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  createRoot(place).render(<StrictMode>{page}</StrictMode>);
}
