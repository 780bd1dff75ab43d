import { type ReactElement, useState } from 'react';
import { client, read, type Resource } from '../api/client.js';
import { useRefresh, useResource } from '../api/use-resource.js';
import { itemsOf, linkOf, pageOf, templatesOf } from '../api/resource.js';
import { transferColumns } from '../pages/transfer-columns.js';
import { Refusal, useSay } from '../parts/messages.js';
import { Table } from '../parts/table.js';

/** Has the banks of the sandbox handle what waits for them, and says what became of it. */
export function ProcessBankTransfers(): ReactElement | null {
  const [isBusy, setBusy] = useState(false);
  const [handled, setHandled] = useState<readonly Resource[]>();
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const { data: root } = useResource('/');
  if (root && !('simulate' in templatesOf(root))) return null;

  const press = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const pending = await read('/transfers?status=pending&limit=200');
      const answer = await client.request('POST', '/sandbox-simulations');
      const total = Number(answer.body['total']);
      const list = linkOf(answer.body, 'transfers');
      const items =
        list === undefined ? await Promise.all(itemsOf(pending).map(again)) : itemsOf(await read(pageOf(list)));
      setHandled(items.filter(({ status }) => list !== undefined || status !== 'pending'));
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
      <button type="button" onClick={() => void press()} disabled={isBusy || !root}>
        Process bank transfers
      </button>
      <Refusal error={error} />
      {handled !== undefined && (
        <section className="handled" aria-label="Handled by banks">
          <button type="button" className="plain" onClick={() => setHandled(undefined)}>
            Close
          </button>
          <Table
            name="Handled transfers"
            columns={transferColumns}
            items={handled}
            empty={<p>No transfer waited for a bank.</p>}
          />
          <p className="quiet">What these made may wait for banks in turn: press the button again.</p>
        </section>
      )}
    </>
  );
}

const again = (item: Resource): Promise<Resource> => {
  const self = linkOf(item, 'self');
  return self === undefined ? Promise.resolve(item) : read(pageOf(self));
};
