import { useQueries } from '@tanstack/react-query';
import { read, type Resource } from '../../api/client.js';
import { idOf, isPending, itemsOf, linkOf, pageOf } from '../../api/resource.js';
import { type Following, useInterval, useResource } from '../../api/use-resource.js';

interface Legs {
  /** In the order in which money moves. */
  readonly legs: readonly Resource[];
  readonly fees: readonly Resource[];
  readonly error: unknown;
}

const neighbours = ['funding-transfer', 'funded-transfer'] as const;

/** The transfers of a payment, found from one of them. */
export function useLegs(transfer: Resource, following: Following): Legs {
  const refetchInterval = useInterval(following);
  const beside = useQueries({
    queries: neighbours.map((rel) => {
      const href = linkOf(transfer, rel);
      const path = href === undefined ? undefined : pageOf(href);
      return {
        queryKey: ['api', path ?? rel],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(path ?? '', signal),
        enabled: path !== undefined,
        refetchInterval,
      };
    }),
  });
  const feesLink = linkOf(transfer, 'fees');
  const fees = useResource(feesLink === undefined ? undefined : pageOf(feesLink), {
    ...following,
    moves: (list) => itemsOf(list).some(isPending),
  });
  const [before, after] = beside;
  const legs = [before?.data, transfer, after?.data].filter((leg) => leg !== undefined);
  return { legs, fees: itemsOf(fees.data), error: before?.error ?? after?.error ?? fees.error };
}

interface NamedTransfer {
  readonly id: string;
  /** `Leg 1`, `Fee 2`. */
  readonly name: string;
  readonly transfer: Resource;
}

/** The transfers of a payment with the names that its page gives them. */
export const named = (legs: readonly Resource[], fees: readonly Resource[]): readonly NamedTransfer[] =>
  Object.entries({ Leg: legs, Fee: fees }).flatMap(([word, transfers]) =>
    transfers.map((transfer, index) => ({
      id: idOf(linkOf(transfer, 'self') ?? ''),
      name: `${word} ${index + 1}`,
      transfer,
    })),
  );
