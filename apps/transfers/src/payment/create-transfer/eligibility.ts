import type { PartyFact } from '@halyard/contracts';
import { isHolder } from '@halyard/contracts';
import type { Fault, Money } from '@halyard/core';
import type { KnownSource } from '../../facts/facts.js';
import { type Flow, flowBetween } from '../flows.js';

/** What a transfer is asked between: undefined where there is nothing of the account that asks. */
export interface Ends {
  readonly source: KnownSource | undefined;
  readonly destination: KnownSource | undefined;
}

export interface Eligible {
  readonly flow: Flow;
  readonly source: KnownSource;
  readonly destination: KnownSource;
}

/** What the rules allow, or everything there is to correct. */
export type Eligibility = Eligible | { readonly faults: readonly Fault[] };

const SOURCE = '/_links/source/href';
const DESTINATION = '/_links/destination/href';

const sourceFault = (code: Fault['code'], message: string): Fault => ({ code, message, path: SOURCE });
const destinationFault = (code: Fault['code'], message: string): Fault => ({ code, message, path: DESTINATION });

export const sameSource = destinationFault('Invalid', 'Receiver cannot be the owner of the source funding source.');
export const insufficientFunds = sourceFault('InsufficientFunds', 'Insufficient funds.');

const overLimit: Fault = {
  code: 'Invalid',
  message: 'Amount is greater than your transaction limit.',
  path: '/amount/value',
};

/** Statuses in which nobody may receive; to send, a party's identity must not be in question either. */
const CLOSED: readonly PartyFact['status'][] = ['suspended', 'deactivated'];
const UNCERTAIN: readonly PartyFact['status'][] = ['retry', 'document'];

/**
 * Judges who may send what to whom (reference facts 7.1, 7.2, 7.5).
 *
 * @param limit the most that a verified customer may send at once
 */
export function judge({ source, destination }: Ends, amount: Money, limit: Money): Eligibility {
  const faults = [faultOfSource(source), faultOfDestination(destination)].filter((fault) => fault !== undefined);
  if (source && isVerifiedCustomer(source.owner) && amount.minor > limit.minor) faults.push(overLimit);
  if (faults.length > 0 || !source || !destination) return { faults };
  if (!mayPay(source.owner, destination.owner)) {
    return { faults: [destinationFault('NotAllowed', 'Receiver cannot receive from sender.')] };
  }
  const flow = flowBetween({
    source: { isHolder: isHolder(source.owner), type: source.source.type },
    destination: { isHolder: isHolder(destination.owner), type: destination.source.type },
    isOwn: source.owner.partyId === destination.owner.partyId,
  });
  if (!flow) return { faults: [destinationFault('NotAllowed', 'This kind of transfer is not available yet.')] };
  return { flow, source, destination };
}

function faultOfSource(known: KnownSource | undefined): Fault | undefined {
  if (!known) return sourceFault('Invalid', 'Funding source not found.');
  const { source, owner } = known;
  if (source.removed || source.status !== 'verified') return sourceFault('Invalid', 'Invalid funding source.');
  if ([...CLOSED, ...UNCERTAIN].includes(owner.status)) return sourceFault('Restricted', 'Sender restricted.');
  return undefined;
}

function faultOfDestination(known: KnownSource | undefined): Fault | undefined {
  if (!known) return destinationFault('Invalid', 'Receiver not found.');
  if (known.source.removed) return destinationFault('Invalid', 'Invalid destination funding source.');
  if (CLOSED.includes(known.owner.status)) return destinationFault('Restricted', 'Receiver restricted.');
  return undefined;
}

const isVerifiedCustomer = (owner: PartyFact): boolean => owner.kind === 'customer' && isHolder(owner);

/** Which parties may pay which: one side is always a holder, and a receive-only customer pays nobody. */
function mayPay(sender: PartyFact, receiver: PartyFact): boolean {
  if (sender.type === 'receive-only') return false;
  return isHolder(sender) || (isHolder(receiver) && sender.partyId !== receiver.partyId);
}
