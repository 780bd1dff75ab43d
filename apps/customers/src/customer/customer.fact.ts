import type { PartyFact } from '@halyard/contracts/parties';
import type { Customer } from './customer.entity.js';
import { maySendUntil } from './ownership.js';

export const customerFact = ({ id, accountId, type, status, version, ...customer }: Customer): PartyFact => ({
  partyId: id,
  accountId,
  kind: 'customer',
  type,
  status,
  maySendUntil: maySendUntil(customer)?.toISOString(),
  version,
});
