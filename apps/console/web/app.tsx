import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { mayPass } from './api/passing.js';
import { TRIED_AGAIN_MS } from './api/use-resource.js';
import { createConsoleRouter } from './router.js';

/**
 * The client repeats for a minute a request that may succeed later. After that the page shows the error, and asks again
 * now and then.
 */
const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 1_000,
        refetchInterval: ({ state: { error } }) => mayPass(error) && TRIED_AGAIN_MS,
      },
    },
  });

export interface App {
  readonly element: ReactElement;
  /** Forgets everything that was read, and stops listening to the browser's history. */
  readonly close: () => void;
}

/** Shows the page at the browser's address. */
export function createApp(): App {
  const [queries, router] = [createQueries(), createConsoleRouter()];
  return {
    element: (
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
    close: () => {
      queries.clear();
      router.history.destroy();
    },
  };
}
