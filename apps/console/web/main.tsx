import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { mayPass } from './api/passing.js';
import { takeKeptForm } from './forms/kept-form.js';
import { router } from './router.js';
import { applyTheme, themeNow } from './shell/theme.js';

applyTheme(themeNow());
// A form that can't be had is filled in again.
await takeKeptForm().catch(() => undefined);

const TRIED_AGAIN_MS = 5_000;

/** The client repeats what may succeed later, for a minute. What it gives up is shown, and asked for now and then. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 1_000,
      refetchInterval: ({ state: { error } }) => mayPass(error) && TRIED_AGAIN_MS,
    },
  },
});

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
