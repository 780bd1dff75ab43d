import { idOf } from '../../api/resource.js';
import type { Entry } from './use-timeline.js';

/** The group of entries that belong to no leg: the request, and its consequences for the payment as a whole. */
export const PAYMENT = '';

/**
 * Groups the entries by leg, under the id of the leg's transfer. Only states name their transfer. An entry that led to
 * a state belongs to the state's leg, and so does an entry that the state led to.
 *
 * @param entries causes before their effects
 * @param order the ids of the legs, in the order in which money moves
 */
export function byLeg(entries: readonly Entry[], order: readonly string[]): ReadonlyMap<string, readonly Entry[]> {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const causeOf = ({ cause = '' }: Entry): Entry | undefined => known.get(cause);
  const legs = new Map<string, string>();
  for (const entry of [...entries].reverse()) {
    const own = entry.kind === 'state' ? idOf(entry.transfer) : legs.get(entry.id);
    if (own === undefined) continue;
    legs.set(entry.id, own);
    const cause = causeOf(entry);
    if (cause && cause.kind !== 'request' && cause.kind !== 'state') legs.set(cause.id, own);
  }
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const leg = legs.get(entry.id) ?? legAfter(entry, causeOf(entry), legs, order);
    legs.set(entry.id, leg);
    const group = groups.get(leg) ?? [];
    group.push(entry);
    groups.set(leg, group);
  }
  return groups;
}

/**
 * An entry belongs to the leg of its cause. But an entry that moves money because a leg was processed belongs to the
 * next leg.
 */
function legAfter(
  { kind }: Entry,
  cause: Entry | undefined,
  legs: ReadonlyMap<string, string>,
  order: readonly string[],
): string {
  const leg = (cause && legs.get(cause.id)) ?? PAYMENT;
  const movesOn = cause?.kind === 'state' && cause.status === 'processed' && (kind === 'bank' || kind === 'posting');
  return movesOn ? (order[order.indexOf(leg) + 1] ?? leg) : leg;
}
