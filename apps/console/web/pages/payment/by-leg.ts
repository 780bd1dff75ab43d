import type { Resource } from '../../api/client.js';
import { idOf, text } from '../../api/resource.js';

/** The group of entries that belong to no leg: the request, and its consequences for the payment as a whole. */
export const PAYMENT = '';

/**
 * Groups the entries by leg, under the id of the leg's transfer. Only states name their transfer. An entry that led to
 * a state belongs to the state's leg, and so does an entry that the state led to.
 *
 * @param entries causes before their effects
 * @param order the ids of the legs, in the order in which money moves
 */
export function byLeg(
  entries: readonly Resource[],
  order: readonly string[],
): ReadonlyMap<string, readonly Resource[]> {
  const known = new Map(entries.map((entry) => [text(entry, 'id'), entry]));
  const legs = new Map<string, string>();
  for (const entry of [...entries].reverse()) {
    const [own, cause] = [legNamedBy(entry) ?? legs.get(text(entry, 'id')), text(entry, 'cause')];
    if (own === undefined) continue;
    legs.set(text(entry, 'id'), own);
    const before = known.get(cause);
    if (before && text(before, 'kind') !== 'request' && legNamedBy(before) === undefined) legs.set(cause, own);
  }
  const groups = new Map<string, Resource[]>();
  for (const entry of entries) {
    const leg = legs.get(text(entry, 'id')) ?? legAfter(entry, known.get(text(entry, 'cause')), legs, order);
    legs.set(text(entry, 'id'), leg);
    const group = groups.get(leg);
    if (group) group.push(entry);
    else groups.set(leg, [entry]);
  }
  return groups;
}

function legNamedBy(entry: Resource): string | undefined {
  const href = text(entry, 'transfer.href');
  return href === '' ? undefined : idOf(href);
}

/**
 * An entry belongs to the leg of its cause. But an entry that moves money because a leg was processed belongs to the
 * next leg.
 */
function legAfter(
  entry: Resource,
  cause: Resource | undefined,
  legs: ReadonlyMap<string, string>,
  order: readonly string[],
): string {
  const leg = legs.get(text(cause, 'id')) ?? PAYMENT;
  const movesOn = text(cause, 'status') === 'processed' && ['bank', 'posting'].includes(text(entry, 'kind'));
  return movesOn ? (order[order.indexOf(leg) + 1] ?? leg) : leg;
}
