import type { z } from 'zod';
import { accountResources } from './public-api/accounts.js';
import { applicationReviewResources } from './public-api/application-reviews.js';
import { applicationResources } from './public-api/applications.js';
import { beneficialOwnerResources } from './public-api/beneficial-owners.js';
import { businessClassificationResources } from './public-api/business-classifications.js';
import { conservationResources } from './public-api/conservation.js';
import { statisticsResources } from './public-api/statistics.js';
import { customerResources } from './public-api/customers.js';
import { documentResources } from './public-api/documents.js';
import { erasureResources } from './public-api/erasures.js';
import { eventResources } from './public-api/events.js';
import { fundingSourceResources } from './public-api/funding-sources.js';
import { idempotencyKeyResources } from './public-api/idempotency-keys.js';
import { linkingResources } from './public-api/linking.js';
import { operatorResources } from './public-api/operators.js';
import { peopleResources } from './public-api/people.js';
import { requestResources } from './public-api/requests.js';
import type { ResourceRow } from './public-api/resource.js';
import { searchResources } from './public-api/search.js';
import { rootResources } from './public-api/root.js';
import { securityEventResources } from './public-api/security-events.js';
import { signingKeyResources } from './public-api/signing-keys.js';
import { timelineResources } from './public-api/timelines.js';
import { transferResources } from './public-api/transfers.js';
import { webhookResources } from './public-api/webhooks.js';

/** Every kind of resource of the public API. */
export const resources = {
  ...rootResources,
  ...idempotencyKeyResources,
  ...searchResources,
  ...requestResources,
  ...accountResources,
  ...peopleResources,
  ...securityEventResources,
  ...signingKeyResources,
  ...applicationResources,
  ...applicationReviewResources,
  ...customerResources,
  ...beneficialOwnerResources,
  ...documentResources,
  ...businessClassificationResources,
  ...erasureResources,
  ...fundingSourceResources,
  ...linkingResources,
  ...transferResources,
  ...conservationResources,
  ...statisticsResources,
  ...timelineResources,
  ...webhookResources,
  ...eventResources,
  ...operatorResources,
} satisfies Record<string, ResourceRow>;

type Resources = typeof resources;
export type ResourceKind = keyof Resources;

/** The attributes that a service gives of a resource. The gateway adds the id if the resource has one of its own. */
export type AttributesOf<Kind extends ResourceKind> = Omit<z.input<Resources[Kind]['attributes']>, 'id'> & {
  readonly id?: string;
};

/** The links that a resource may have beside `self`. */
export type Relation<Kind extends ResourceKind = ResourceKind> = Resources[Kind]['links'][number];

/** The links that a list may have beside those of its pages. */
export type ListRelation = NonNullable<Resources[ResourceKind]['listLinks']>[number];
