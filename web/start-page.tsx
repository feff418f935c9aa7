import type { RouterHistory } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session, watchSession } from './api/session.ts';
import { registerOfflineWorker } from './offline/register-worker.ts';
import { leavePush } from './push/leave-push.ts';
import { tolerateRewrites } from './rewritten-page.ts';
import { watchDialogSteps } from './ui/dialog/back-steps.ts';
import { watchLeaving } from './ui/hooks/late-file.ts';
import { showStoredToast } from './ui/toast/toast.ts';
import './styles.css';
import './ui/styles/motion.css';

/**
 * Renders the page and starts the services of every page: watching the session, Back in dialogs, the stored toast.
 * Throws if the document has no #root.
 */
export function startPage(history: RouterHistory, page: ReactNode): void {
  tolerateRewrites();
  watchLeaving();
  watchSession();
  watchDialogSteps(history);
  showStoredToast();
  // After `load`, so that the page's own files come first. The driver's pages have their own worker.
  if (session.user()?.role !== 'driver') addEventListener('load', () => void registerOfflineWorker());
  leavePush();

  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  createRoot(place).render(<StrictMode>{page}</StrictMode>);
}
