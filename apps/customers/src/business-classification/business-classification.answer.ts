import type { CollectionDocument, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { BusinessClassification } from './business-classifications.js';

export const businessClassificationDocument = ({
  id,
  name,
  industries,
}: BusinessClassification): ResourceDocument<'business-classification'> => ({
  document: 'resource',
  kind: 'business-classification',
  id,
  attributes: { id, name },
  links: {},
  parts: {
    'industry-classifications': industries.map((industry) => ({ attributes: { ...industry } })),
  },
});

export const businessClassificationList = (groups: readonly BusinessClassification[]): CollectionDocument => ({
  document: 'collection',
  self: ref('listBusinessClassifications'),
  of: 'business-classification',
  items: groups.map(businessClassificationDocument),
  total: groups.length,
});
