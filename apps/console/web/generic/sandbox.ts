import type { Api, LinkTo } from '@halyard/client';
import { createContext, useCallback, useContext, useState } from 'react';
import { client, read } from '../api/client.js';
import { itemsOf, withQuery } from '../api/resource.js';
import { useAct } from './use-act.js';

const PAGE = 200;
/** The most transfers that are shown. The list of transfers shows the others. */
export const SHOWN_MAX = 1_000;

export interface HandledTransfers {
  readonly total: number;
  readonly transfers: readonly Api.Transfer[];
}

/** The drawer with what the sandbox's banks did. It stays open while people work, until they close it. */
export interface Sandbox {
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly handled: HandledTransfers | undefined;
  readonly error: unknown;
  /** Makes the banks handle everything that waits for them. */
  readonly process: () => void;
  /** Shows transfers that a page has had handled. */
  readonly show: ShowHandled;
  readonly close: () => void;
}

type ShowHandled = (transfers: readonly Api.Transfer[]) => void;

const Show = createContext<ShowHandled>(() => undefined);

/** Lets the pages within show in the drawer what banks did. */
export const HandledShown = Show.Provider;
export const useShowHandled = (): ShowHandled => useContext(Show);

export function useSandbox(): Sandbox {
  const [isOpen, setOpen] = useState(false);
  const [handled, setHandled] = useState<HandledTransfers>();
  const { error, isBusy, run } = useAct();
  const process = (): void => {
    setOpen(true);
    setHandled(undefined);
    void run(async () => {
      const { total, _links } = await client.post('/sandbox-simulations');
      setHandled({ total, transfers: await transfersOf(_links.transfers) });
      return undefined;
    });
  };
  const show = useCallback((transfers: readonly Api.Transfer[]) => {
    setOpen(true);
    setHandled({ total: transfers.length, transfers });
  }, []);
  return { isOpen, isBusy, handled, error, process, show, close: () => setOpen(false) };
}

/** The transfers that a simulation handled, in order. */
async function transfersOf(list: LinkTo<Api.TransferList> | undefined): Promise<readonly Api.Transfer[]> {
  const transfers: Api.Transfer[] = [];
  let next = list && withQuery(list, `?limit=${String(PAGE)}`);
  while (next && transfers.length < SHOWN_MAX) {
    const page: Api.TransferList = await read(next);
    transfers.push(...itemsOf(page));
    next = page._links.next;
  }
  return transfers;
}
