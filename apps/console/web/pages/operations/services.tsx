import type { Hal, LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../../api/resource.js';
import { type ReadPace, useResources } from '../../api/use-resource.js';

/** The services that consume messages. Operators look after each of them by itself. */
export const services = ['funding-sources', 'transfers', 'webhooks'] as const;
export type Service = (typeof services)[number];

export const isService = (name: string): name is Service => services.some((service) => service === name);

export const EVERY_MS = 3_000;
/** A service that is down must not hold up the answers of the others for longer than this. */
const WITHIN_MS = 3_000;

/** An item of a service's list, with the name of the service. */
export type OfService<Item> = Item & { readonly service: Service };

interface OfServices<Item> {
  /** The items of all services that answered. */
  readonly items: readonly OfService<Item>[];
  readonly failed: readonly Service[];
  readonly isWaiting: boolean;
}

export type List<Item> = Hal & { readonly _embedded: Readonly<Record<string, readonly Item[]>> };

/** Asks several services at once, each for a list of its own. */
export function useServices<Item extends Hal>(
  listOf: (service: Service) => LinkTo<List<Item>>,
  only?: Service,
  pace: ReadPace<List<Item>> = { everyMs: EVERY_MS },
): OfServices<Item> {
  const asked = only === undefined ? services : [only];
  const answers = useResources(asked.map(listOf), { ...pace, withinMs: WITHIN_MS });
  return {
    items: asked.flatMap((service, place) => itemsOf(answers[place]?.data).map((item) => ({ ...item, service }))),
    failed: asked.filter((_, place) => answers[place]?.isError),
    isWaiting: answers.some(({ isPending }) => isPending),
  };
}

interface UnansweredProps {
  readonly failed: readonly Service[];
  readonly isWaiting: boolean;
}

/** Names the services that do not answer, and says whether others still have to. */
export const Unanswered = ({ failed, isWaiting }: UnansweredProps): ReactElement => (
  <>
    {failed.length > 0 && (
      <div role="alert" className="refusal">
        <p>
          {failed.length === 1 ? 'This service does not answer' : 'These services do not answer'}: {failed.join(', ')}.
          What is below is of the others.
        </p>
      </div>
    )}
    {isWaiting && (
      <p className="quiet" aria-busy="true">
        Loading…
      </p>
    )}
  </>
);
