import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useNews } from '../../api/event-stream.js';
import { itemsOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { paymentColumns } from '../../columns/payment-columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Page, Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { useSession } from '../../session/session.js';
import { OwnBalance } from './balance.js';
import { Conservation } from './conservation.js';
import { FailedLately } from './failed-lately.js';
import { FailingWebhooks } from './failing-webhooks.js';
import { GetStarted } from './get-started.js';
import { PaymentsByDay } from './payments-by-day.js';
import { WaitingWork } from './waiting-work.js';

export const overviewPage: PageRow = {
  path: '/',
  heading: 'Overview',
  place: 'navigation',
  icon: 'overview',
  Show: Overview,
};

/** Shows what the account has, what needs somebody, and whether the money adds up. */
function Overview(): ReactElement {
  const { account } = useSession();
  useNews();
  return (
    <Page heading="Overview">
      <GetStarted />
      <div className="regions">
        <OwnBalance accountId={account.id} />
        <FailedLately />
        <FailingWebhooks />
        <Waiting />
        <PaymentsByDay accountId={account.id} />
        <Conservation accountId={account.id} />
      </div>
    </Page>
  );
}

const SHOWN_MAX = 5;
const columns = paymentColumns.filter(({ name }) => name !== 'Status');

function Waiting(): ReactElement {
  const { environment } = useSession();
  const { data, error } = useResource(linkTo('/payments', { query: { status: 'pending', limit: SHOWN_MAX } }));
  return (
    <Region
      name="Waiting"
      action={
        data !== undefined &&
        data.total > SHOWN_MAX && <Go to="/transfers?status=pending">{`All ${String(data.total)} payments`}</Go>
      }
    >
      <WaitingWork />
      <Refusal error={error} />
      {data && (
        <Table name="Pending payments" columns={columns} items={itemsOf(data)} empty="No payment waits for a bank." />
      )}
      {environment === 'sandbox' && data !== undefined && data.total > 0 && (
        <p className="quiet">
          In the sandbox banks act when you process their transfers, or by the <Go to="/sandbox-clock">clock</Go>.
        </p>
      )}
    </Region>
  );
}
