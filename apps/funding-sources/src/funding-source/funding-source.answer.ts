import { type LinksOf, ref, type ResourceAnswer, type ResourceRef } from '@halyard/contracts';
import {
  capabilities,
  hasSendingEnded,
  isHolder,
  mayReceive,
  maySend,
  type PartyFact,
} from '@halyard/contracts/parties';
import { channelsOf, type FundingSource } from './funding-source.entity.js';
import { isAllowed, type SourceStanding } from './source-states.js';

export type ShownSource = Omit<
  FundingSource,
  'position' | 'accountId' | 'routingNumber' | 'accountNumber' | 'lastFour' | 'searchText' | 'version'
>;

interface Circumstances {
  readonly owner: PartyFact;
  /** By the account's clock. */
  readonly at: Date;
  /** The last four digits of the account number. */
  readonly lastFour: string | undefined;
}

/** Account and routing number are never shown again as a whole (reference facts, section 6.2). */
export function fundingSourceAnswer(
  source: ShownSource,
  { owner, at, lastFour }: Circumstances,
): ResourceAnswer<'funding-source'> {
  const document = pastSourceAnswer(source, lastFour);
  return { ...document, links: { ...document.links, ...actionsOf(source, owner, at) } };
}

/** Shows a source as it was, without the actions that were possible then: they depended on the owner at that time. */
export const pastSourceAnswer = (
  source: ShownSource,
  lastFour: string | undefined,
): ResourceAnswer<'funding-source'> => ({
  type: 'resource',
  kind: 'funding-source',
  id: source.id,
  attributes: {
    id: source.id,
    status: source.status,
    type: source.type,
    bankAccountType: source.bankAccountType ?? undefined,
    name: source.name,
    created: source.created.toISOString(),
    removed: source.removedAt !== null,
    channels: channelsOf(source),
    bankName: source.bankName ?? undefined,
    lastFour,
    fingerprint: source.fingerprint ?? undefined,
    iavAccountHolders: source.accountHolders ?? undefined,
  },
  links: { [source.ownerKind]: ref(source.ownerKind, source.ownerId) },
});

type Links = LinksOf<'funding-source'>;
type ActionableSource = SourceStanding & Pick<FundingSource, 'id'>;

/** Links for what can be done with a source now (reference facts, section 6.3): none for a removed one. */
export function actionsOf(source: ActionableSource, party: PartyFact, at: Date): Links {
  if (source.removedAt) return {};
  const owner: Owner = { ...party, sends: maySend(party) && !hasSendingEnded(party, at) };
  if (source.type === 'balance') return actionsOfBalance(source, owner);
  return source.channel === 'wire' ? actionsOfWire(source, owner) : actionsOfBank(source, owner);
}

type Owner = PartyFact & { readonly sends: boolean };

const transfers = ref('createTransfer');

const when = (condition: boolean, target: ResourceRef): ResourceRef | undefined => (condition ? target : undefined);

function actionsOfBalance({ id }: ActionableSource, owner: Owner): Links {
  return {
    balance: ref('balance', id),
    statement: ref('statement', id),
    'with-available-balance': ref('funding-source', id),
    'transfer-send': when(isHolder(owner) && owner.sends, transfers),
    'transfer-receive': when(isHolder(owner), transfers),
  };
}

const changesOf = (source: ActionableSource): Links => ({
  edit: when(isAllowed('edit', source), ref('funding-source', source.id)),
  remove: when(isAllowed('remove', source), ref('funding-source', source.id)),
});

/** A wire receives what its owner sends from the balance, and sends nothing. */
function actionsOfWire(source: ActionableSource, owner: Owner): Links {
  return {
    ...changesOf(source),
    'transfer-from-balance': when(isHolder(owner) && owner.sends, transfers),
    'transfer-receive': when(isHolder(owner) && owner.sends, transfers),
  };
}

function actionsOfBank(source: ActionableSource, owner: Owner): Links {
  const { id, status, microDeposits: deposits } = source;
  const verified = status === 'verified';
  const microDeposits = ref('micro-deposits', id);
  const { banks } = capabilities[owner.status];
  return {
    ...changesOf(source),
    balance: when(verified, ref('balance', id)),
    'transfer-from-balance': when(isHolder(owner) && owner.sends, transfers),
    'transfer-to-balance': when(verified && isHolder(owner) && owner.sends, transfers),
    'transfer-send': when(verified && owner.sends, transfers),
    'transfer-receive': when(mayReceive(owner), transfers),
    'initiate-micro-deposits': when(banks && isAllowed('initiate-micro-deposits', source), microDeposits),
    'verify-micro-deposits': when(banks && isAllowed('verify-micro-deposits', source), microDeposits),
    'failed-verification-micro-deposits': when(
      banks && !verified && deposits?.failure === 'TooManyAttempts',
      microDeposits,
    ),
  };
}
