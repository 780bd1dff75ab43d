import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { takeKeptForm } from './forms/kept-form.js';
import { router } from './router.js';
import { applyTheme, themeNow } from './shell/theme.js';

applyTheme(themeNow());
// A form that can't be had is filled in again.
await takeKeptForm().catch(() => undefined);

/** The client repeats what may succeed later; what it gives up is shown. */
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1_000 } } });

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
