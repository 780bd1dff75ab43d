import { ref, type ResourceAnswer } from '@halyard/contracts';
import { erasingServices } from '@halyard/contracts/erasures';
import type { Erasure, ErasureStep } from './erasure.entity.js';

const statusOf = (step: ErasureStep): 'pending' | 'refused' | 'done' =>
  step === 'refused' || step === 'done' ? step : 'pending';

/** Shows operators which services have removed their data, and which have not yet. */
export function erasureAnswer(erasure: Erasure): ResourceAnswer<'erasure'> {
  const { id, customerId, step, reason, operator, personId, created, ended, obstacles, confirmations } = erasure;
  return {
    type: 'resource',
    kind: 'erasure',
    id,
    attributes: {
      id,
      status: statusOf(step),
      reason,
      operator,
      ...(personId !== null && { personId }),
      created: created.toISOString(),
      ended: ended?.toISOString(),
      obstacles: obstacles.length > 0 ? [...obstacles] : undefined,
      confirmations: erasingServices.flatMap((service) => {
        const at = confirmations[service];
        return at === undefined ? [] : [{ service, at }];
      }),
      waitsFor: erasingServices.filter((service) => step !== 'refused' && confirmations[service] === undefined),
    },
    links: { customer: ref('customer', customerId) },
  };
}
