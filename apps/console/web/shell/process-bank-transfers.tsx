import { type ReactElement, useState } from 'react';
import { client, read, type Resource } from '../api/client.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { itemsOf, linkOf, pageOf, templatesOf, text } from '../api/resource.js';
import { returnCodeColumn } from '../columns/return-code.js';
import { briefTransferColumns } from '../columns/transfer-columns.js';
import { Refusal, useSay } from '../parts/messages.js';
import { type Column, Table } from '../parts/table.js';
import { useMovesMoney } from '../session/session.js';

const PAGE = 200;
/** The list of transfers shows more than this. */
const SHOWN_MAX = 1_000;

interface Handled {
  readonly total: number;
  readonly transfers: readonly Resource[];
}

/** Makes the sandbox's banks handle everything that waits for them, and shows the outcome. */
export function ProcessBankTransfers(): ReactElement | null {
  const [isBusy, setBusy] = useState(false);
  const [handled, setHandled] = useState<Handled>();
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const { data: root } = useResource('/');
  const movesMoney = useMovesMoney();
  if (root ? !('simulate' in templatesOf(root)) : !movesMoney) return null;

  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const { body } = await client.request('POST', '/sandbox-simulations');
      const total = Number(body['total']);
      setHandled({ total, transfers: await transfersOf(linkOf(body, 'transfers')) });
      say(`${total} ${total === 1 ? 'transfer' : 'transfers'} handled by banks`);
      await refresh();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
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
            empty={<p>No transfer waited for a bank.</p>}
          />
          {handled.total > handled.transfers.length && (
            <p className="quiet">
              {handled.transfers.length < SHOWN_MAX
                ? 'Besides, micro-deposits were handled, which no list has.'
                : `These are the first of ${handled.total}.`}
            </p>
          )}
          {handled.transfers.some((transfer) => text(transfer, 'did') === 'settled') && (
            <p className="quiet">What these made may wait for banks in turn: press the button again.</p>
          )}
        </section>
      )}
    </>
  );
}

/** The transfers that a simulation handled, in order. */
async function transfersOf(list: string | undefined): Promise<readonly Resource[]> {
  const transfers: Resource[] = [];
  let next = list === undefined ? undefined : `${pageOf(list)}?limit=${String(PAGE)}`;
  while (next !== undefined && transfers.length < SHOWN_MAX) {
    const page = await read(next);
    transfers.push(...itemsOf(page));
    const link = linkOf(page, 'next');
    next = link === undefined ? undefined : pageOf(link);
  }
  return transfers;
}

const outcomes: Readonly<Record<string, string>> = {
  settled: 'Settled',
  returned: 'Returned',
  'late-return': 'Returned late',
};

const columns: readonly Column[] = [
  ...briefTransferColumns,
  { name: 'At its bank', of: (transfer) => outcomes[text(transfer, 'did')] ?? '' },
  returnCodeColumn,
];
