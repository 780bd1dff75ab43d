import * as accounts from '@halyard/contracts/accounts';
import * as applicationReviews from '@halyard/contracts/application-reviews';
import * as applications from '@halyard/contracts/applications';
import * as authorization from '@halyard/contracts/authorization';
import * as bankBehavior from '@halyard/contracts/bank-behavior';
import * as bankFiles from '@halyard/contracts/bank-files';
import * as beneficialOwners from '@halyard/contracts/beneficial-owners';
import * as businessClassifications from '@halyard/contracts/business-classifications';
import * as conservation from '@halyard/contracts/conservation';
import * as customers from '@halyard/contracts/customers';
import * as documents from '@halyard/contracts/documents';
import * as erasures from '@halyard/contracts/erasures';
import * as events from '@halyard/contracts/events';
import * as fundingSources from '@halyard/contracts/funding-sources';
import * as idempotencyKeys from '@halyard/contracts/idempotency-keys';
import * as linking from '@halyard/contracts/linking';
import * as operations from '@halyard/contracts/operations';
import * as people from '@halyard/contracts/people';
import * as requests from '@halyard/contracts/requests';
import * as root from '@halyard/contracts/root';
import * as sandboxClock from '@halyard/contracts/sandbox-clock';
import * as search from '@halyard/contracts/search';
import * as securityEvents from '@halyard/contracts/security-events';
import * as signingKeys from '@halyard/contracts/signing-keys';
import * as statistics from '@halyard/contracts/statistics';
import * as timelines from '@halyard/contracts/timelines';
import * as transfers from '@halyard/contracts/transfers';
import * as webhooks from '@halyard/contracts/webhooks';

/** The contracts of all nouns, in the order of the documents. A new noun is added here. */
export const nouns = [
  root,
  idempotencyKeys,
  search,
  requests,
  authorization,
  accounts,
  people,
  securityEvents,
  signingKeys,
  applications,
  applicationReviews,
  customers,
  beneficialOwners,
  documents,
  businessClassifications,
  erasures,
  fundingSources,
  linking,
  transfers,
  sandboxClock,
  bankBehavior,
  bankFiles,
  conservation,
  statistics,
  timelines,
  webhooks,
  events,
  operations,
] as const;
