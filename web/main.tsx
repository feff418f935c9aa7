import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { watchSession } from './api/session.ts';
import { router } from './routes.tsx';
import { watchDialogSteps } from './ui/dialog/back-steps.ts';
import { showStoredToast } from './ui/toast/toast.ts';
import './styles.css';
import './ui/motion.css';

// Otherwise Zod would try `new Function`, which the content security policy blocks and reports.
z.config({ jitless: true });

watchSession();
watchDialogSteps(router.history);
showStoredToast();

const place = document.getElementById('root');
if (!place) throw new Error('The page has no #root');
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
