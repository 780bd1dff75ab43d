import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { itemsOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Page, Region } from '../../parts/page.js';
import { Refusal } from '../../parts/messages.js';
import { Table } from '../../parts/table.js';
import { useSession } from '../../session/session.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';
import { Conservation } from './conservation.js';
import { FailedToday } from './failed-today.js';
import { GetStarted } from './get-started.js';
import { Volume } from './volume.js';
import { WaitingWork } from './waiting-work.js';

/** Shows what waits, what failed, and whether the money adds up. */
export function Overview(): ReactElement {
  const { account } = useSession();
  const pending = useResource('/transfers?status=pending&limit=5');
  useNews();
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
              columns={briefTransferColumns}
              items={itemsOf(pending.data)}
              empty={<p>No transfer waits for a bank.</p>}
            />
          )}
          <More of={pending.data} to="/transfers?status=pending" />
          <WaitingWork />
        </Region>
        <FailedToday />
        <Volume accountId={account.id} />
      </div>
    </Page>
  );
}

function More({ of, to }: { readonly of: unknown; readonly to: string }): ReactElement | null {
  const total = Number(text(of, 'total') || '0');
  if (total <= itemsOf(of).length) return null;
  return (
    <p>
      <Go to={to}>All {total}</Go>
    </p>
  );
}
