import type { ReactElement } from 'react';
import { itemsOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Page, Region } from '../../parts/page.js';
import { Refusal } from '../../parts/messages.js';
import { Table } from '../../parts/table.js';
import { useSession } from '../../shell/session.js';
import { returnCodeColumn } from '../return-code.js';
import { transferColumns } from '../transfer-columns.js';
import { Conservation } from './conservation.js';
import { GetStarted } from './get-started.js';
import { Volume } from './volume.js';
import { WaitingWork } from './waiting-work.js';

/** What waits, what failed, and whether the money adds up. */
export function Overview(): ReactElement {
  const { account } = useSession();
  const pending = useResource('/transfers?status=pending&limit=5');
  const failed = useResource(`/transfers?status=failed&limit=5&startDate=${new Date().toISOString().slice(0, 10)}`);
  return (
    <Page heading="Overview">
      <GetStarted />
      <div className="regions">
        <Conservation accountId={account.id} />
        <Region name="Waiting">
          <Refusal error={pending.error} />
          {pending.data && (
            <Table
              name="Pending transfers"
              columns={columns}
              items={itemsOf(pending.data)}
              empty={<p>No transfer waits for a bank.</p>}
            />
          )}
          <More of={pending.data} to="/transfers?status=pending" />
          <WaitingWork />
        </Region>
        <Region name="Failed today">
          <Refusal error={failed.error} />
          {failed.data && (
            <Table
              name="Failed transfers"
              columns={failedColumns}
              items={itemsOf(failed.data)}
              empty={<p>Nothing failed today.</p>}
            />
          )}
          <More of={failed.data} to="/transfers?status=failed" />
        </Region>
        <Volume accountId={account.id} />
      </div>
    </Page>
  );
}

const columns = transferColumns.filter(({ name }) => name !== 'Correlation id');
const failedColumns = [...columns, returnCodeColumn];

function More({ of, to }: { readonly of: unknown; readonly to: string }): ReactElement | null {
  const total = Number(text(of, 'total') || '0');
  if (total <= itemsOf(of).length) return null;
  return (
    <p>
      <Go to={to}>All {total}</Go>
    </p>
  );
}
