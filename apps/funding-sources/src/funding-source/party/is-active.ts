import type { PartyFact } from '@halyard/contracts';

/** A suspended or deactivated party neither gets a bank nor verifies one (reference facts, section 2.4). */
export const isActive = ({ status }: Pick<PartyFact, 'status'>): boolean =>
  status !== 'suspended' && status !== 'deactivated';
