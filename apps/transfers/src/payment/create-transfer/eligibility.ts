import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { capabilities, hasSendingEnded, isHolder, mayReceive, type PartyFact } from '@halyard/contracts/parties';
import { type Fault, formatAmount, type Money, moneyToJson } from '@halyard/core';
import type { KnownSource } from '../../facts/facts.js';
import type { Fee } from '../fees.js';
import { limitOf } from '../../limit/limit-of.js';
import type { RequestedTransfer } from './create-transfer.command.js';
import { type Flow, flowBetween, type FlowEnd } from '../flows.js';
import { type ChargedFee, faultsOfPayers } from './fee-faults.js';

/** Both ends of a transfer. An end is undefined if the caller's account has no such source. */
export interface Ends {
  readonly source: KnownSource | undefined;
  readonly destination: KnownSource | WithoutSource | undefined;
}

/** A destination party without a funding source to receive on. */
interface WithoutSource {
  readonly owner: PartyFact;
  readonly source: undefined;
}

export interface Eligible {
  readonly flow: Flow;
  readonly source: KnownSource;
  readonly destination: KnownSource;
  readonly fees: readonly Fee[];
}

export interface AskedTransfer extends Pick<RequestedTransfer, 'amount' | 'clearing'> {
  readonly fees: readonly ChargedFee[];
  /** Time of the request, by the account's clock. */
  readonly at: Date;
}

export type Eligibility = Eligible | { readonly faults: readonly Fault[] };

const SOURCE = '/_links/source/href';
const DESTINATION = '/_links/destination/href';

const sourceFault = (code: Fault['code'], message: string): Fault => ({ code, message, path: SOURCE });
const destinationFault = (code: Fault['code'], message: string): Fault => ({ code, message, path: DESTINATION });

const sameSource = destinationFault(
  'Invalid',
  'Receiver cannot be the owner of the source funding source. Name another funding source.',
);
export const insufficientFunds = sourceFault(
  'InsufficientFunds',
  'Insufficient funds. The balance has less than the amount and its fees: send less, or deposit first.',
);

export const overWeeklyLimit = sourceFault(
  'Restricted',
  'Sender restricted. It is over its weekly limit: GET /customers/{id}/limits says what is left, and until when.',
);

/** Certification of a company's owners: reference facts, section 4. */
const uncertified = sourceFault(
  'Restricted',
  'Sender restricted. Its beneficial owners have to be verified, and certified by the customer.',
);
const unusable = destinationFault(
  'Invalid',
  'Invalid destination funding source. It was removed, or takes no such transfer: name another.',
);
const forbidden = destinationFault(
  'NotAllowed',
  'Receiver cannot receive from sender. One of the two has to be a verified customer or the account.',
);
const restricted = destinationFault(
  'Restricted',
  'Receiver restricted. It is suspended or deactivated: reactivate it first.',
);
/**
 * The receiver's balance would have to keep the money, but a receiver gets its balance only once it is verified
 * (reference facts 2.4).
 */
const inQuestion = destinationFault(
  'NotAllowed',
  'Receiver cannot receive before its identity is verified. Its status says what is missing.',
);

const overLimit = (limitMinor: bigint): Fault => ({
  code: 'Invalid',
  message: `Amount is greater than your transaction limit. The sender may send ${formatAmount(limitMinor)} at most.`,
  path: '/amount/value',
});

const noWires = sourceFault('NotAllowed', 'Wires are not enabled. An operator enables them for the account.');
const noSameDay: Fault = {
  code: 'Restricted',
  message: 'Same-day clearing is not enabled. Leave `clearing` out, or ask an operator to enable it.',
  path: '/clearing/destination',
};

/** Judges who may send how much to whom, and with which fees (reference facts 7.1, 7.2, 7.5). */
export function judge(ends: Ends, { amount, clearing, fees, at }: AskedTransfer): Eligibility {
  const { source, destination } = ends;
  const ofEnds = faultsOfEnds(ends, at);
  const flow = ofEnds.length === 0 ? flowOf(ends) : undefined;
  const faults = [
    ...ofEnds,
    ...(ofEnds.length === 0 && !flow ? [noFlow(ends)] : []),
    ...(source ? faultsOfLimit(source, amount) : []),
    ...faultsOfClearing(ends, clearing),
    ...faultsOfFees(ends, fees),
  ];
  if (faults.length > 0 || !flow || !source || !destination?.source) return { faults };
  return { flow, source, destination, fees: fees.flatMap(agreed) };
}

const isOwn = ({ source, destination }: Ends): boolean => source?.owner.partyId === destination?.owner.partyId;

function faultsOfEnds(ends: Ends, at: Date): Fault[] {
  const { source, destination } = ends;
  const ofSource = faultOfSource(source, at);
  const ofDestination = faultOfDestination(destination);
  // A party that is both sender and receiver is reported once, as the sender (reference facts 7.2, a withdrawal).
  const isSaid =
    isOwn(ends) && ofSource?.code === 'Restricted' && (ofDestination === restricted || ofDestination === inQuestion);
  const isSame = source !== undefined && source.source.fundingSourceId === destination?.source?.fundingSourceId;
  return [ofSource, isSaid ? undefined : ofDestination, isSame ? sameSource : undefined].filter(
    (fault) => fault !== undefined,
  );
}

/** @returns undefined if money may not go from one end to the other */
function flowOf(ends: Ends): Flow | undefined {
  const { source, destination } = ends;
  if (!source || !destination?.source || source.owner.type === 'receive-only') return undefined;
  return flowBetween({ source: endOf(source), destination: endOf(destination), isOwn: isOwn(ends) });
}

const noFlow = ({ destination }: Ends): Fault =>
  destination?.source && isWire(destination.source) ? unusable : forbidden;

function faultsOfClearing({ source, destination }: Ends, clearing: AskedTransfer['clearing']): Fault[] {
  const isSameDay = clearing === 'next-available';
  const isToWire = destination?.source !== undefined && isWire(destination.source);
  return [
    ...(isSameDay && source?.settings.sameDayClearing === false ? [noSameDay] : []),
    ...(isToWire && source?.settings.wires === false ? [noWires] : []),
  ];
}

function faultsOfFees(ends: Ends, fees: AskedTransfer['fees']): Fault[] {
  const { source, destination } = ends;
  return faultsOfPayers(fees, {
    isFromBalance: source?.source.type === 'balance',
    isOwn: isOwn(ends),
    receiverHasBalance: destination === undefined || isHolder(destination.owner),
    areEndsKnown: source !== undefined && destination !== undefined,
  });
}

const agreed = ({ payer, amount }: ChargedFee): Fee[] =>
  payer === 'sender' || payer === 'receiver' ? [{ payer, amount: moneyToJson(amount) }] : [];

const endOf = ({ source, owner }: { readonly source: FundingSourceFact; readonly owner: PartyFact }): FlowEnd => ({
  isHolder: isHolder(owner),
  type: isWire(source) ? 'wire' : source.type,
});

/** A wire source differs from an ACH source with the same account number: money only goes out through it. */
const isWire = ({ channels }: FundingSourceFact): boolean => channels.includes('wire');

function faultOfSource(known: KnownSource | undefined, at: Date): Fault | undefined {
  if (!known) return sourceFault('Invalid', 'Funding source not found. Name one of this account or of its customers.');
  const { source, owner } = known;
  const reason = unusableBecause(source);
  if (reason !== undefined) return sourceFault('Invalid', `Invalid funding source. ${reason}`);
  if (!capabilities[owner.status].send)
    return sourceFault('Restricted', `Sender restricted. It is ${owner.status}: ${nextOf(owner)}.`);
  return hasSendingEnded(owner, at) ? uncertified : undefined;
}

function faultOfDestination(known: Ends['destination']): Fault | undefined {
  if (!known)
    return destinationFault('Invalid', 'Receiver not found. Name a funding source, a customer or the account.');
  if (known.source?.removed) return unusable;
  if (capabilities[known.owner.status].receive === 'refused') return restricted;
  if (!mayReceive(known.owner)) return inQuestion;
  if (!known.source)
    return destinationFault(
      'RequiresFundingSource',
      'Receiver requires a funding source. Add a bank to it, and send again.',
    );
  return undefined;
}

function faultsOfLimit({ owner, settings }: KnownSource, amount: Money): Fault[] {
  const limit = limitOf(owner, settings);
  return limit?.kind === 'transfer' && amount.minor > limit.minor ? [overLimit(limit.minor)] : [];
}

/** Why money may not leave a source, and how to fix that. */
function unusableBecause(source: FundingSourceFact): string | undefined {
  if (source.removed) return 'It was removed: send from another, or add the bank again.';
  if (isWire(source)) return 'It is for wires, which only receive: send from a bank or a balance.';
  return source.status === 'verified' ? undefined : 'It is unverified: verify it by its micro-deposits first.';
}

const nextOf = ({ status }: PartyFact): string =>
  status === 'suspended' || status === 'deactivated' ? 'reactivate it first' : 'its links say what verifies it';
