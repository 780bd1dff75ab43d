import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Page, Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useSession } from '../../session/session.js';
import { Conservation } from './conservation.js';
import { FailedToday } from './failed-today.js';
import { GetStarted } from './get-started.js';
import { Volume } from './volume.js';
import { WaitingWork } from './waiting-work.js';

export const overviewPage: PageRow = { path: '/', heading: 'Overview', place: 'navigation', Show: Overview };

/** Shows what waits, what failed, and whether the money adds up. */
function Overview(): ReactElement {
  const { account } = useSession();
  const pending = useResource(linkTo('/transfers', { query: { status: 'pending', limit: 5 } }));
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
              empty="No transfer waits for a bank."
            />
          )}
          {pending.data && <More of={pending.data} to="/transfers?status=pending" />}
          <WaitingWork />
        </Region>
        <FailedToday />
        <Volume accountId={account.id} />
      </div>
    </Page>
  );
}

const More = ({ of, to }: { readonly of: Api.TransferList; readonly to: string }): ReactElement | null =>
  of.total <= itemsOf(of).length ? null : (
    <p>
      <Go to={to}>All {of.total}</Go>
    </p>
  );
