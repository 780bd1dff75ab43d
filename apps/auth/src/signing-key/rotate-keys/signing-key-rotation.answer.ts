import type { AttributesOf, ResourceAnswer } from '@halyard/contracts';
import type { SigningKeyRotation } from './signing-key-rotation.entity.js';

export function signingKeyRotationAnswer(
  rotation: SigningKeyRotation,
  now: Date,
): ResourceAnswer<'signing-key-rotation'> {
  const { id, kids, isEmergency, operator, personId, createdAt, signsFrom, formerUntil } = rotation;
  const attributes = {
    id,
    status: statusOf(rotation, now),
    emergency: isEmergency,
    leadSeconds: (signsFrom.getTime() - createdAt.getTime()) / 1_000,
    keys: kids,
    operator,
    personId: personId ?? undefined,
    created: createdAt.toISOString(),
    signsFrom: signsFrom.toISOString(),
    formerUntil: formerUntil.toISOString(),
  };
  return { type: 'resource', kind: 'signing-key-rotation', id, attributes, links: {} };
}

function statusOf(
  { signsFrom, formerUntil, withdrawnAt }: SigningKeyRotation,
  now: Date,
): AttributesOf<'signing-key-rotation'>['status'] {
  if (withdrawnAt) return 'withdrawn';
  if (now < signsFrom) return 'published';
  return now < formerUntil ? 'signing' : 'done';
}
