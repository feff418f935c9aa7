import { RouterProvider } from '@tanstack/react-router';
import { router } from './routes.tsx';
import { startPage } from './start-page.tsx';

startPage(router.history, <RouterProvider router={router} />);
