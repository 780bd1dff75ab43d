import { type Api, type LinkTo, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client, read } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { itemsOf, templatesOf, withQuery } from '../api/resource.js';
import { columnsOf } from '../columns/columns.js';
import { returnCodeColumns } from '../columns/return-code.js';
import { briefTransferColumns } from '../columns/transfer-columns.js';
import { useAct } from '../generic/use-act.js';
import { Refusal } from '../parts/messages.js';
import { Table } from '../parts/table.js';
import { useMovesMoney } from '../session/session.js';

const PAGE = 200;
/** The most transfers that are shown here. The list of transfers shows the others. */
const SHOWN_MAX = 1_000;

interface HandledTransfers {
  readonly total: number;
  readonly transfers: readonly Api.Transfer[];
}

/** Makes the sandbox's banks handle everything that waits for them, and shows the outcome. */
export function ProcessBankTransfers(): ReactElement | null {
  const { error, isBusy, run } = useAct();
  const [handled, setHandled] = useState<HandledTransfers>();
  const { data: root } = useResource(linkTo('/'));
  const movesMoney = useMovesMoney();
  if (root ? !('simulate' in templatesOf(root)) : !movesMoney) return null;

  const press = (): Promise<void> =>
    run(async () => {
      const { total, _links } = await client.post('/sandbox-simulations');
      setHandled({ total, transfers: await transfersOf(_links.transfers) });
      return `${total} ${total === 1 ? 'transfer' : 'transfers'} handled by banks`;
    });
  return (
    <>
      <button type="button" onClick={() => void press()} aria-disabled={isBusy} disabled={!root}>
        Process bank transfers
      </button>
      <Refusal error={error} />
      {handled && (
        <section className="handled" aria-label="Handled by banks">
          <button type="button" className="plain" onClick={() => setHandled(undefined)}>
            Close
          </button>
          <Table
            name="Handled transfers"
            columns={columns}
            items={handled.transfers}
            empty="No transfer waited for a bank."
          />
          {handled.total > handled.transfers.length && (
            <p className="quiet">
              {handled.transfers.length < SHOWN_MAX
                ? 'Besides, micro-deposits were handled, which no list has.'
                : `These are the first of ${handled.total}.`}
            </p>
          )}
          {handled.transfers.some(({ did }) => did === 'settled') && (
            <p className="quiet">What these made may wait for banks in turn: press the button again.</p>
          )}
        </section>
      )}
    </>
  );
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

const outcomes: Readonly<Record<NonNullable<Api.Transfer['did']>, string>> = {
  settled: 'Settled',
  returned: 'Returned',
  'late-return': 'Returned late',
};

const columns = [
  ...briefTransferColumns,
  ...columnsOf<Api.Transfer>({ 'At its bank': ({ did }) => did && outcomes[did] }),
  ...returnCodeColumns,
];
