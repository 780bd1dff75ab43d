import { type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import type { BusinessClassification } from './business-classifications.js';

export const businessClassificationAnswer = ({
  id,
  name,
  industries,
}: BusinessClassification): ResourceAnswer<'business-classification'> => ({
  type: 'resource',
  kind: 'business-classification',
  id,
  attributes: { id, name },
  links: {},
  parts: {
    'industry-classifications': industries.map((industry) => ({ attributes: { ...industry } })),
  },
});

export const businessClassificationList = (groups: readonly BusinessClassification[]): CollectionAnswer => ({
  type: 'collection',
  self: ref('listBusinessClassifications'),
  of: 'business-classification',
  items: groups.map(businessClassificationAnswer),
  total: groups.length,
});
