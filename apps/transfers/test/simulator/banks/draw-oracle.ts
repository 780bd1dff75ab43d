import { createHmac } from 'node:crypto';
import type { BankBehavior, BankRule } from '../../../src/bank-behavior/bank-behavior.js';
import type { KnownEntry } from './entries.js';
import type { BankTables } from './bank-tables.js';

const MILLION = 1_000_000n;

/** Cents of a money text with two decimals. */
const cents = (text: string): bigint => BigInt(text.replace('.', ''));

function lot(seed: string, rule: string, entry: string): bigint {
  const digest = createHmac('sha256', Buffer.from(seed, 'utf8')).update(Buffer.from(`${rule}\n${entry}`, 'utf8'));
  return BigInt(`0x${digest.digest('hex').slice(0, 16)}`);
}

function isFor({ when = {} }: BankRule, entry: KnownEntry): boolean {
  const { direction, route, routingNumber, amount, owner, correlationId } = when;
  const prefix = correlationId?.slice(0, -1) ?? '';
  return [
    direction === undefined || direction === entry.direction,
    route === undefined || route === entry.route,
    routingNumber === undefined || routingNumber === entry.routingNumber,
    amount?.from === undefined || entry.minor >= cents(amount.from),
    amount?.below === undefined || entry.minor < cents(amount.below),
    owner === undefined || owner === entry.owner,
    correlationId === undefined || entry.correlationId?.startsWith(prefix) === true,
  ].every(Boolean);
}

function isStruck({ name, share, first, every }: BankRule, seed: string, entry: string, place: number): boolean {
  if (share !== undefined) {
    const millionths = BigInt(Math.floor(Number(share) * Number(MILLION)));
    return lot(seed, name, entry) < (millionths << 64n) / MILLION;
  }
  if (first !== undefined) return place <= first;
  return every === undefined || place % every === 0;
}

/**
 * Computes anew, from the seed, the rules and the entries' names alone, what each entry has drawn. @returns the first
 * difference
 */
export function wrongDraw(tables: BankTables, entryOf: (legId: string) => KnownEntry | undefined): string | undefined {
  let numbers = 0;
  const counts = new Map<string, { looked: number; struck: number }>();
  for (const drawn of tables.frozen) {
    let last: KnownEntry | undefined;
    for (const draw of drawn) {
      const entry = entryOf(draw.legId);
      if (!entry) return `${draw.legId} has drawn, and is no entry`;
      if (last && isBefore(entry, last)) return `${draw.legId} has drawn after an entry of a later payment`;
      last = entry;
      if (entry.correlationId === undefined) numbers += 1;
      const name = entry.correlationId === undefined ? `#${numbers}` : `${entry.correlationId}/${entry.numberAtBanks}`;
      if (draw.name !== name) return `${draw.legId} is named ${draw.name}, and is ${name}`;
      const behavior = tables.behaviors.get(draw.version);
      const rule = entry.isNamed || !behavior ? undefined : ask(behavior, draw.version, { entry, name }, counts);
      if ((draw.rule ?? undefined) !== rule?.name) {
        return `${name} was struck by ${draw.rule ?? 'no rule'} and not by ${rule?.name ?? 'none'}`;
      }
      const { corrected: _, ...conduct } = { corrected: undefined, ...rule?.then };
      if (rule && JSON.stringify(draw.conduct) !== JSON.stringify(conduct)) return `${name} has another conduct`;
    }
  }
  return wrongCounts(tables, counts);
}

const isBefore = (a: KnownEntry, b: KnownEntry): boolean =>
  a.acceptedAt === b.acceptedAt ? a.place < b.place : a.acceptedAt < b.acceptedAt;

/** Every rule that is for the entry counts it; the first that strikes it decides. */
function ask(
  { seed, rules }: BankBehavior,
  version: number,
  { entry, name }: { readonly entry: KnownEntry; readonly name: string },
  counts: Map<string, { looked: number; struck: number }>,
): BankRule | undefined {
  let deciding: BankRule | undefined;
  for (const rule of rules) {
    if (!isFor(rule, entry)) continue;
    const key = `${version} ${rule.name}`;
    const count = counts.get(key) ?? { looked: 0, struck: 0 };
    counts.set(key, count);
    count.looked += 1;
    if (deciding || !isStruck(rule, seed, name, count.looked)) continue;
    deciding = rule;
    count.struck += 1;
  }
  return deciding;
}

function wrongCounts(
  { behavior, behaviors }: BankTables,
  counts: ReadonlyMap<string, { looked: number; struck: number }>,
): string | undefined {
  if (!behavior || behavior.counts.length === 0) return undefined;
  const { version } = behavior;
  for (const [index, { name }] of (behaviors.get(version)?.rules ?? []).entries()) {
    const { looked, struck } = counts.get(`${version} ${name}`) ?? { looked: 0, struck: 0 };
    const stored = behavior.counts[index];
    if (stored?.looked !== looked || stored.struck !== struck) {
      return `${name} says ${JSON.stringify(stored)}, and has looked ${looked} and struck ${struck}`;
    }
  }
  return undefined;
}
