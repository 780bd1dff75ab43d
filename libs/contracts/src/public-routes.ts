import { accountRoutes } from './public-api/accounts.js';
import { applicationReviewRoutes } from './public-api/application-reviews.js';
import { applicationRoutes } from './public-api/applications.js';
import { authorizationRoutes, oauthRoutes } from './public-api/authorization.js';
import { beneficialOwnerRoutes } from './public-api/beneficial-owners.js';
import { businessClassificationRoutes } from './public-api/business-classifications.js';
import { conservationRoutes } from './public-api/conservation.js';
import { customerRoutes } from './public-api/customers.js';
import { documentRoutes } from './public-api/documents.js';
import { erasureRoutes } from './public-api/erasures.js';
import { eventRoutes } from './public-api/events.js';
import { fundingSourceRoutes } from './public-api/funding-sources.js';
import { idempotencyKeyRoutes } from './public-api/idempotency-keys.js';
import { linkingRoutes } from './public-api/linking.js';
import { operatedBy } from './public-api/operators.js';
import { peopleRoutes } from './public-api/people.js';
import { securityEventRoutes } from './public-api/security-events.js';
import { signingKeyRoutes } from './public-api/signing-keys.js';
import { requestRoutes } from './public-api/requests.js';
import { searchRoutes } from './public-api/search.js';
import { rootRoutes } from './public-api/root.js';
import type { PlainRouteRow, ExchangeRouteRow } from './public-api/route.js';
import { statisticsRoutes } from './public-api/statistics.js';
import { timelineRoutes } from './public-api/timelines.js';
import { transferRoutes } from './public-api/transfers.js';
import { webhookRoutes } from './public-api/webhooks.js';
import type { ResourceKind } from './resources.js';

export type PublicRouteRow = PlainRouteRow<ResourceKind> | ExchangeRouteRow<ResourceKind>;

/** Every route of the public API. The gateway serves exactly these, and tests cover all of them. */
export const publicRoutes = {
  ...rootRoutes,
  ...idempotencyKeyRoutes,
  ...searchRoutes,
  ...requestRoutes,
  ...oauthRoutes,
  ...authorizationRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...securityEventRoutes,
  ...signingKeyRoutes,
  ...applicationRoutes,
  ...applicationReviewRoutes,
  ...customerRoutes,
  ...beneficialOwnerRoutes,
  ...documentRoutes,
  ...businessClassificationRoutes,
  ...erasureRoutes,
  ...fundingSourceRoutes,
  ...linkingRoutes,
  ...transferRoutes,
  ...conservationRoutes,
  ...statisticsRoutes,
  ...timelineRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...operatedBy('funding-sources'),
  ...operatedBy('transfers'),
  ...operatedBy('webhooks'),
} satisfies Record<string, PublicRouteRow>;

export type PublicRoute = keyof typeof publicRoutes;

export const routeNames = Object.keys(publicRoutes) as PublicRoute[];
