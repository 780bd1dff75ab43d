import { flows } from '@halyard/transfers/rules';
import type { Transfer } from '@halyard/transfers/rules';
import { type Party, Story, type HeardEvent } from './story.ts';

type Flow = (typeof flows)[number];

/** Readers know parties by these words. */
const shown = (end: string): string =>
  end.replace(/^holder /, "account holder's ").replace(/^plain /, "bank-only customer's ");

export const titleOf = ({ from, to }: Flow): string => `${shown(from)} to ${shown(to)}`;

const ORDINALS = ['first', 'second'];

interface Moment {
  readonly title: string;
  readonly told: readonly HeardEvent[];
}

/** The moments of a payment: the POST, then each simulation, until no leg waits for a bank. */
function momentsOf(story: Story): Moment[] {
  const moments: Moment[] = [{ title: 'POST /transfers', told: [...story.told] }];
  while (story.atBanks.length > 0) {
    const known = story.told.length;
    for (const legId of story.atBanks) story.settle(legId);
    moments.push({ title: `${ORDINALS[moments.length - 1]} simulation`, told: story.told.slice(known) });
  }
  return moments;
}

/** One side of a transfer: a column of the picture. */
interface Place {
  readonly party: Party;
  readonly kind: string;
  readonly id: string;
}

const sourceOf = (story: Story, transfer: Transfer): Place => ({
  party: story.partyOf(transfer.sourceOwnerId),
  kind: story.kindOf(transfer.sourceFundingSourceId),
  id: transfer.sourceFundingSourceId,
});

const destinationOf = (story: Story, transfer: Transfer): Place => ({
  party: story.partyOf(transfer.destinationOwnerId),
  kind: story.kindOf(transfer.destinationFundingSourceId),
  id: transfer.destinationFundingSourceId,
});

/** The places that money passes from left to right: sources, balances, destinations. */
function placesOf(story: Story): Place[] {
  const transfers = story.told.map(({ transfer }) => transfer);
  const ends = new Map(
    transfers
      .flatMap((transfer) => [sourceOf(story, transfer), destinationOf(story, transfer)])
      .map((it) => [it.id, it]),
  );
  const rank = ({ id, party, kind }: Place): number => {
    if (id === story.source) return 0;
    if (id === story.destination) return 3;
    return kind === 'balance' && party === 'sender' ? 1 : 2;
  };
  return [...ends.values()].sort((one, other) => rank(one) - rank(other));
}

function pictureOf(flow: Flow): string {
  const story = new Story(flow);
  const moments = momentsOf(story);
  const places = placesOf(story);
  const column = (id: string): string => `p${places.findIndex((place) => place.id === id)}`;
  const columnOf = (party: Party): string => `p${places.findIndex((place) => place.party === party)}`;
  const isOwn = flow.to.startsWith('own ');
  const boxOf = (party: Party): string[] => {
    const own = places.filter((place) => place.party === party);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ id, kind }) => `    participant ${column(id)} as ${nameOf(kind, id === story.destination && isOwn)}`,
    );
    return [`  box ${isOwn ? 'owner' : party}`, ...lines, '  end'];
  };
  const linesOf = ({ transfer, heard }: HeardEvent): string[] => {
    const isDone = transfer.status === 'processed';
    const [from, to] = [column(transfer.sourceFundingSourceId), column(transfer.destinationFundingSourceId)];
    return [
      `  ${from}${isDone ? '->>' : '-->>'}${to}: ${story.nameOf(transfer)} ${transfer.status}`,
      ...heard.map(({ by, topic }) => `  Note over ${columnOf(by)}: ${topic}`),
    ];
  };
  const across = places.length > 1 ? `p0,p${places.length - 1}` : 'p0';
  const lines = [
    'sequenceDiagram',
    ...boxOf('sender'),
    ...boxOf('receiver'),
    ...moments.flatMap(({ title, told }) => [`  Note over ${across}: ${title}`, ...told.flatMap(linesOf)]),
  ];
  return [`### From ${titleOf(flow)}`, '', '```mermaid', ...lines, '```'].join('\n');
}

/** The name of a place. If an owner has two banks, the destination is marked. */
const nameOf = (kind: string, isOther: boolean): string => (kind === 'bank' && isOther ? 'bank (destination)' : kind);

export const pictures = (): string => flows.map(pictureOf).join('\n\n');
