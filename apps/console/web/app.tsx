import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { mayPass } from './api/passing.js';
import { TRIED_AGAIN_MS } from './api/use-resource.js';
import { createConsoleRouter } from './router.js';

/** The client repeats what may succeed later, for a minute. What it gives up is shown, and asked for now and then. */
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
  /** Ends what it hears and remembers. */
  readonly close: () => void;
}

/** All pages, at the address of the browser. */
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
