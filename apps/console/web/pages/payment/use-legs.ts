import type { Api } from '@halyard/client';
import { isPending, itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';

interface Legs {
  /** In the order in which money moves. */
  readonly legs: readonly Api.Transfer[];
  readonly fees: readonly Api.Transfer[];
  readonly error: unknown;
}

/** The transfers of a payment, found from one of them. */
export function useLegs(transfer: Api.Transfer, everyMs: number): Legs {
  const { _links: links } = transfer;
  const before = useResource(links['funding-transfer'], { everyMs, moves: isPending });
  const after = useResource(links['funded-transfer'], { everyMs, moves: isPending });
  const fees = useResource(links.fees, { everyMs, moves: (list) => itemsOf(list).some(isPending) });
  return {
    legs: [before.data, transfer, after.data].filter((leg) => leg !== undefined),
    fees: itemsOf(fees.data),
    error: before.error ?? after.error ?? fees.error,
  };
}

interface NamedTransfer {
  /** `Leg 1`, `Fee 2`. */
  readonly name: string;
  readonly transfer: Api.Transfer;
}

/** The transfers of a payment with the names that its page gives them. */
export const named = (legs: readonly Api.Transfer[], fees: readonly Api.Transfer[]): readonly NamedTransfer[] =>
  Object.entries({ Leg: legs, Fee: fees }).flatMap(([word, transfers]) =>
    transfers.map((transfer, index) => ({ name: `${word} ${index + 1}`, transfer })),
  );
