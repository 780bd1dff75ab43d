import { columnsOf } from './columns/columns.js';
import { listPage } from './generic/list-page.js';
import { accountPage } from './pages/account.js';
import { applicationPage, applicationsPage } from './pages/application.js';
import { bankBehaviorPage } from './pages/bank-behavior/bank-behavior.js';
import { bankFilePage } from './pages/bank-files/bank-file.js';
import { bankFilesPage } from './pages/bank-files/bank-files.js';
import { entriesPage } from './pages/bank-files/entries.js';
import { advancePage } from './pages/clock/advance.js';
import { advancesPage } from './pages/clock/advances.js';
import { clockPage } from './pages/clock/clock.js';
import { customerPage } from './pages/customer/customer.js';
import { customersPage } from './pages/customers.js';
import { eventPage } from './pages/event.js';
import { eventsPage } from './pages/events.js';
import { fundingSourcePage, fundingSourcesPage } from './pages/funding-source.js';
import { idempotencyKeyPages } from './pages/idempotency-keys.js';
import { monthPage } from './pages/month/month.js';
import { newCustomerPage } from './pages/new-customer.js';
import { newTransferPage } from './pages/new-transfer/new-transfer.js';
import { erasuresPage, legalHoldsPage } from './pages/operations/customer-lists.js';
import { documentPage, documentReviewPage } from './pages/operations/document.js';
import { erasurePage } from './pages/operations/erasure.js';
import { ledgerPage } from './pages/operations/ledger.js';
import {
  accountsPage,
  accountStandingPage,
  applicationReviewsPage,
  documentReviewsPage,
  peoplePage,
} from './pages/operations/lists.js';
import { operationsPage } from './pages/operations/operations.js';
import { parkedMessagesPage } from './pages/operations/parked-messages.js';
import { readModelsPage } from './pages/operations/read-models.js';
import { overviewPage } from './pages/overview/overview.js';
import { paymentPage, transferPage } from './pages/payment/payment.js';
import { partsPage } from './pages/parts/parts.js';
import { requestPage } from './pages/request.js';
import { requestsPage } from './pages/requests.js';
import { teamPage } from './pages/team.js';
import { transfersPage } from './pages/transfers/transfers.js';
import { deliveryPage } from './pages/webhooks/delivery.js';
import { replayPage } from './pages/webhooks/replay.js';
import { subscriptionPage } from './pages/webhooks/subscription.js';
import { subscriptionsPage } from './pages/webhooks/webhooks.js';
import type { PageRow } from './parts/page-rows.js';

/**
 * All pages that are more than the API's answer at their path, or that belong to another page than the one above them.
 * Router, navigation, command palette, help and the ways back follow from these rows, in their order.
 */
export const pages: readonly PageRow[] = [
  overviewPage,
  transfersPage,
  customersPage,
  fundingSourcesPage,
  subscriptionsPage,
  eventsPage,
  requestsPage,
  applicationsPage,
  teamPage,
  operationsPage,
  accountsPage,
  peoplePage,
  applicationReviewsPage,
  documentReviewsPage,
  parkedMessagesPage,
  readModelsPage,
  ledgerPage,
  legalHoldsPage,
  erasuresPage,
  newTransferPage,
  newCustomerPage,
  ...idempotencyKeyPages,
  monthPage,
  clockPage,
  advancesPage,
  advancePage,
  bankBehaviorPage,
  bankFilesPage,
  bankFilePage,
  entriesPage,
  accountPage,
  transferPage,
  paymentPage,
  customerPage,
  fundingSourcePage,
  subscriptionPage,
  deliveryPage,
  replayPage,
  applicationPage,
  requestPage,
  eventPage,
  documentPage,
  documentReviewPage,
  accountStandingPage,
  erasurePage,
  partsPage,
  { path: '/operations/health', heading: 'Health', under: '/operations', help: 'operate/' },
  { path: '/operations/customers/{id}', heading: 'Customer', under: '/operations' },
  { path: '/accounts/{id}', heading: 'Account', under: '/account' },
  { path: '/people', heading: 'People', under: '/team' },
  { path: '/invitations', heading: 'Invitations', under: '/team' },
  { path: '/people/{id}', heading: 'Person', under: '/team' },
  { path: '/invitations/{id}', heading: 'Invitation', under: '/team' },
  { path: '/beneficial-owners/{id}', heading: 'Beneficial owner', under: '/customers', help: 'business-verification/' },
  { path: '/sandbox-simulations/{id}/transfers', heading: 'Transfers', under: '/transfers' },
  listPage('/business-classifications', {
    heading: 'Business classifications',
    columns: columnsOf({ Name: '@self' }),
    empty: 'There is none.',
  }),
];
