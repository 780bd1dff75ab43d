import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { itemsOf } from '../../api/resource.js';
import { useResources } from '../../api/use-resource.js';

/** The services that consume messages. Operators look after each of them by itself. */
const services = ['funding-sources', 'transfers', 'webhooks'] as const;
export type Service = (typeof services)[number];

export const isService = (name: string): name is Service => services.some((service) => service === name);

const EVERY_MS = 3_000;
/** A service that is down must not hold up the answers of the others for longer than this. */
const WITHIN_MS = 3_000;

export interface OfServices {
  /** The items of all services that answered, each with the name of its service. */
  readonly items: readonly Resource[];
  readonly failed: readonly Service[];
  readonly isWaiting: boolean;
}

/** Asks several services at once. Each has this path below an address of its own. */
export function useServices(path: string, only?: Service): OfServices {
  const asked = only === undefined ? services : [only];
  const answers = useResources(
    asked.map((service) => `/operations/${service}/${path}`),
    { everyMs: EVERY_MS, withinMs: WITHIN_MS },
  );
  return {
    items: answers.flatMap(({ data }, place) =>
      itemsOf(data).map((item) => ({ ...item, service: asked[place] ?? '' })),
    ),
    failed: asked.filter((_, place) => answers[place]?.isError),
    isWaiting: answers.some(({ isPending }) => isPending),
  };
}

export function Down({ services: failed }: { readonly services: readonly string[] }): ReactElement | null {
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="refusal">
      <p>
        {failed.length === 1 ? 'This service does not answer' : 'These services do not answer'}: {failed.join(', ')}.
        What is below is of the others.
      </p>
    </div>
  );
}
