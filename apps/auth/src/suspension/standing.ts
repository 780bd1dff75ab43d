import type { Account } from '../account/account.entity.js';
import type { Person } from '../person/person.entity.js';

export const standing = ({ id, suspendedAt, reason, createdAt }: Account | Person) =>
  ({
    id,
    status: suspendedAt ? 'suspended' : 'active',
    ...(reason !== null && { reason }),
    created: createdAt.toISOString(),
  }) as const;
