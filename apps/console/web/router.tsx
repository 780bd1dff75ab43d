import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AnyPage } from './generic/any-page.js';
import { AccountPage } from './pages/account.js';
import { ApplicationPage } from './pages/application.js';
import { EventPage } from './pages/event.js';
import { Events } from './pages/events.js';
import { FundingSourcePage } from './pages/funding-source.js';
import { IdempotencyKeys } from './pages/idempotency-keys.js';
import { MonthPage } from './pages/month/month.js';
import { NewCustomer } from './pages/new-customer.js';
import { NewTransfer } from './pages/new-transfer/new-transfer.js';
import { Erasures, LegalHolds } from './pages/operations/customer-lists.js';
import { DocumentPage } from './pages/operations/document.js';
import { ErasurePage } from './pages/operations/erasure.js';
import { Ledger } from './pages/operations/ledger.js';
import { Operations } from './pages/operations/operations.js';
import { ParkedMessages } from './pages/operations/parked-messages.js';
import { ReadModels } from './pages/operations/read-models.js';
import { Overview } from './pages/overview/overview.js';
import { PaymentPage } from './pages/payment/payment.js';
import { Requests } from './pages/requests.js';
import { RequestPage } from './pages/request.js';
import { Team } from './pages/team.js';
import { Transfers } from './pages/transfers/transfers.js';
import { DeliveryPage } from './pages/webhooks/delivery.js';
import { ReplayPage } from './pages/webhooks/replay.js';
import { SubscriptionPage } from './pages/webhooks/subscription.js';
import { Webhooks } from './pages/webhooks/webhooks.js';
import { BASE } from './parts/go.js';
import { Layout } from './shell/layout.js';

const root = createRootRoute({ component: Layout });

const route = (path: string, component: () => ReactElement) =>
  createRoute({ getParentRoute: () => root, path, component });

/** Pages that are made by hand. All other pages are made from the API's answers. */
const routes = [
  route('/', Overview),
  route('/transfers', Transfers),
  route('/transfers/new', NewTransfer),
  route('/transfers/$id', PaymentPage),
  route('/payments/$id', PaymentPage),
  route('/customers/new', NewCustomer),
  route('/funding-sources/$id', FundingSourcePage),
  route('/webhook-subscriptions', Webhooks),
  route('/webhook-subscriptions/$id', SubscriptionPage),
  route('/webhooks/$id', DeliveryPage),
  route('/replays/$id', ReplayPage),
  route('/applications/$id', ApplicationPage),
  route('/requests', Requests),
  route('/requests/$id', RequestPage),
  route('/events', Events),
  route('/events/$id', EventPage),
  route('/idempotency-keys', IdempotencyKeys),
  route('/idempotency-keys/$key', IdempotencyKeys),
  route('/statement', MonthPage),
  route('/team', Team),
  route('/account', AccountPage),
  route('/documents/$id', DocumentPage),
  route('/operations', Operations),
  route('/operations/documents/$id', DocumentPage),
  route('/operations/erasures', Erasures),
  route('/operations/erasures/$id', ErasurePage),
  route('/operations/legal-holds', LegalHolds),
  route('/operations/parked-messages', ParkedMessages),
  route('/operations/read-models', ReadModels),
  route('/operations/ledger', Ledger),
  route('/$', AnyPage),
];

/** @returns a router of the browser's addresses */
export const createConsoleRouter = () =>
  createRouter({
    routeTree: root.addChildren(routes),
    basepath: BASE,
    // Pages have the addresses of the API, in which a parameter may occur several times. So the query stays text.
    parseSearch: (text) => ({ text: text.replace(/^\?/, '') }),
    stringifySearch: ({ text }) => (typeof text === 'string' && text !== '' ? `?${text}` : ''),
  });
