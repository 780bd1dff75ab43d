import type { StoredEvent } from '@halyard/event-store';
import type { EntryData } from '../../src/balance/balance.model.js';
import type { ReservationData } from '../../src/limit/limit.model.js';
import { transitOf } from '../../src/payment/chart-of-accounts.js';
import { paymentEventOf, paymentOfStream, type PaymentTerms, statusOf } from '../../src/payment/payment.model.js';
import type { RawBooks } from '../../src/verify/raw/raw-books.js';
import type { Program } from './program.js';
import { bigintOf, type Row } from './rows.js';
import type { Service } from './service.js';
import type { TableName, Tables } from './tables.js';

/** Describes the problem, or returns nothing if all is well. */
export type Check<Checked extends Program = Program> = (
  of: CheckedWorld<Checked>,
) => Promise<string | undefined> | string | undefined;

export interface CheckedWorld<Checked extends Program = Program> {
  readonly program: Checked;
  readonly raw: RawBooks;
  readonly events: readonly StoredEvent[];
  /** `live` is a process that has followed all events since the others died; `fresh` has read all of them again. */
  readonly live: Service;
  readonly fresh: Service;
  readonly rebuilt: Tables;
}

const firstOf = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

const notZero = (sums: ReadonlyMap<string, bigint>, what: string, opening?: string): string | undefined => {
  const found = [...sums].find(([key, minor]) => minor !== 0n && key !== opening);
  return found && `${what} of ${found[0]} is ${found[1]}`;
};

const conservation: Check = ({ raw, program }) => {
  const sum = (sums: ReadonlyMap<string, bigint>) => [...sums.values()].reduce((total, minor) => total + minor, 0n);
  const discrepancy = sum(raw.posted) + sum(raw.transit) - raw.cameIn;
  return firstOf([
    raw.fault && `${raw.fault.stream} ${raw.fault.revision}: ${raw.fault.what}`,
    discrepancy === 0n ? undefined : `${discrepancy} cents were made`,
    notZero(raw.held, 'what is held'),
    notZero(raw.transit, 'transit', program.world.opening),
    notZero(raw.overReserved, 'what is reserved and may not be'),
  ]);
};

const noEventTwice: Check = ({ events }) => {
  const ids = new Set<string>();
  const reservations = new Set<string>();
  for (const { id, stream, type, data } of events) {
    if (ids.has(id)) return `event ${id} twice`;
    ids.add(id);
    if (!stream.startsWith('limit-')) continue;
    const name = `${type} ${(data as ReservationData).reservationId}`;
    if (reservations.has(name)) return `${name} twice`;
    reservations.add(name);
  }
  return undefined;
};

const timeGoesForwards: Check = ({ events }) => {
  const last = new Map<string, string>();
  for (const { stream, revision, data } of events) {
    const { at } = data as { readonly at: string };
    const before = last.get(stream);
    if (before !== undefined && at < before) return `${stream} ${revision} is at ${at}, after ${before}`;
    last.set(stream, at);
  }
  return undefined;
};

const everyPaymentEnds: Check = async ({ program, fresh }) => {
  for (const { paymentId } of program.asked) {
    const { payment } = await fresh.payments.load(paymentId);
    const status = statusOf(payment);
    const stands = program.answered.get(paymentId);
    if (status === 'open' || status === 'initiated') return `payment ${paymentId} is ${status}`;
    if (stands === true && status !== 'ended') return `${paymentId} was answered, and is ${status}`;
    if (stands === false && status !== 'refused') return `${paymentId} was refused, and is ${status}`;
  }
  return undefined;
};

/** If several tries for one payment have different terms, only one of them moves money. */
const oneSetOfTerms: Check = ({ events }) => {
  const amounts = new Map<string, Set<string>>();
  for (const { stream, type, data } of events) {
    if (type !== 'PaymentInitiated') continue;
    const { legs } = data as PaymentTerms;
    amounts.set(transitOf(paymentOfStream(stream)), new Set(legs.map(({ amount }) => amount.minor)));
  }
  const posted = events.filter(({ stream }) => stream.startsWith('balance-')).map(({ data }) => data as EntryData);
  const other = posted.find(({ contra, amount }) => amounts.get(contra)?.has(amount.minor) === false);
  return other && `${other.amount.minor} is entered for ${other.contra}, which is not of that amount`;
};

const replay: Check = async ({ program, raw, live, fresh }) => {
  for (const id of program.world.balances) {
    const posted = raw.posted.get(id) ?? 0n;
    for (const { balances } of [live, fresh]) {
      const view = await balances.current(id);
      if (view.postedMinor !== posted) return `balance ${id} shows ${view.postedMinor} and not ${posted}`;
      if (view.availableMinor !== posted) return `balance ${id} still holds something`;
    }
  }
  return undefined;
};

/** Recounts numbers and totals from the amounts alone. */
const statedPostings: Check = ({ events }) => {
  const balances = new Map<string, { number: number; minor: bigint; at: string }>();
  for (const { stream, type, data } of events) {
    if (!stream.startsWith('balance-')) continue;
    const { amount, at, posting } = data as EntryData;
    const before = balances.get(stream) ?? { number: 0, minor: 0n, at: '' };
    const sign = type === 'CreditPosted' ? 1n : type === 'HoldPosted' || type === 'DebitPosted' ? -1n : 0n;
    const after = {
      number: before.number + (sign === 0n ? 0 : 1),
      minor: before.minor + sign * BigInt(amount.minor),
      at,
    };
    balances.set(stream, after);
    if (at < before.at) return `${stream} goes back in time to ${at}`;
    const isStated = posting?.number === after.number && BigInt(posting.total.minor) === after.minor;
    // The opening balances were not decided by the decider.
    if (posting ? !isStated : sign !== 0n && before.number > 0) {
      return `${stream} says ${JSON.stringify(posting)}, and is at ${after.number} with ${after.minor}`;
    }
  }
  return undefined;
};

/** The payments of the week that neither failed nor were taken back. */
const limits: Check = async ({ program, raw, fresh }) => {
  const kept = new Map<string, bigint>();
  for (const { paymentId } of program.asked) {
    const { payment } = await fresh.payments.load(paymentId);
    const { terms, legs } = payment;
    const main = legs.find((leg) => leg.terms.id === paymentId);
    if (!terms?.weeklyLimit || main?.status !== 'processed') continue;
    const { customerId, week } = terms.weeklyLimit;
    const key = `${customerId} ${week}`;
    kept.set(key, (kept.get(key) ?? 0n) + BigInt(main.terms.amount.minor));
  }
  const key = [...new Set([...raw.used.keys(), ...kept.keys()])].find(
    (one) => (raw.used.get(one) ?? 0n) !== (kept.get(one) ?? 0n),
  );
  return key && `of the limit ${key} ${raw.used.get(key)} are used, and ${kept.get(key) ?? 0n} were sent`;
};

const sortedText = (rows: readonly Row[]): string[] => rows.map((row) => Object.values(row).join(' ')).sort();

const compared: readonly TableName[] = [
  'transfers',
  'party_transfers',
  'ledger_balances',
  'ledger_payments',
  'ledger_totals',
  'unfinished_payments',
  'daily_statistics',
];

const rebuiltIsLive: Check = ({ program: { tables }, rebuilt }) => {
  for (const name of compared) {
    const [stored, again] = [sortedText(tables.rows(name)), sortedText(rebuilt.rows(name))];
    const at = stored.findIndex((row, index) => row !== again[index]);
    if (at >= 0 || stored.length !== again.length) {
      return `${name} differs from what it is when it is built again: ${stored[at]} and ${again[at]}`;
    }
  }
  return undefined;
};

const ledger: Check = ({ program: { tables }, raw }) =>
  firstOf(
    [...raw.posted].map(([id, posted]) => {
      const stored = bigintOf(tables.row('ledger_balances', id)?.['minor'] ?? 0n);
      return stored === posted ? undefined : `the ledger has ${stored} on ${id}, and ${posted} was posted`;
    }),
  );

/** After the hand-over, only the bank can give the leg's money back. */
const handedOverOnce: Check = ({ program: { handedOver }, events }) => {
  const twice = [...handedOver].find(([, times]) => times > 1);
  if (twice) return `${twice[0]} was handed over ${twice[1]} times`;
  const submitted = new Set<string>();
  for (const stored of events) {
    if (!stored.stream.startsWith('payment-')) continue;
    const { type, data } = paymentEventOf(stored);
    if (type === 'LegSubmitted') {
      if (submitted.has(data.legId)) return `${data.legId} was said to be submitted twice`;
      submitted.add(data.legId);
    }
    if (type !== 'LegsStopped' || data.code !== undefined) continue;
    const taken = data.legs.find(({ legId }) => submitted.has(legId));
    if (taken) return `${taken.legId} was taken back from its bank`;
  }
  return undefined;
};

/** The published events by transfer, derived from the stored events alone. */
function toldOf(events: readonly StoredEvent[]): Map<string, string[]> {
  const heard = new Map<string, string[]>();
  const terms = new Map<string, PaymentTerms>();
  const failed = new Set<string>();
  const tell = (id: string | undefined, what: string): void => {
    if (id === undefined) return;
    heard.set(id, [...(heard.get(id) ?? []), `transfers.${what}.v1`]);
  };
  for (const stored of events) {
    if (stored.stream.startsWith('balance-') && stored.type === 'DebitPosted') {
      const isBelow = (stored.data as { belowZero?: unknown }).belowZero !== undefined;
      if (isBelow) tell(stored.stream.slice('balance-'.length), 'balance-went-negative');
    }
    if (!stored.stream.startsWith('payment-')) continue;
    const paymentId = paymentOfStream(stored.stream);
    const { type, data } = paymentEventOf(stored);
    const legs = terms.get(paymentId)?.legs ?? [];
    if (type === 'PaymentInitiated') terms.set(paymentId, data);
    if (type === 'PaymentAccepted') {
      for (const { id, taken } of legs) if (taken !== 'onceFunded') tell(id, 'transfer-created');
    }
    if (type === 'LegCreated') tell(data.legId, 'transfer-created');
    if (type === 'LegProcessed') tell(data.legId, 'transfer-completed');
    // A fee that was refunded with the main leg had failed before its own bank returned it.
    if (type === 'LegFailed' && !failed.has(data.legId)) tell(data.legId, 'transfer-failed');
    if (type === 'LegFailed') failed.add(data.legId);
    if (type === 'LegCancelled') tell(data.legId, 'transfer-cancelled');
    if (type === 'LegRefused' && data.reason !== 'Unfunded') {
      tell(legs.find(({ id }) => id === data.legId)?.dependsOn[0], 'bank-transfer-creation-failed');
    }
  }
  return heard;
}

const heardOnceInOrder: Check = ({ program: { subscriber }, events }) => {
  const told = toldOf(events);
  if (subscriber.held > 0) return `${subscriber.held} events never had their turn`;
  const keys = new Set([...told.keys(), ...subscriber.heard.keys()]);
  return firstOf(
    [...keys].map((key) => {
      const [said, heard] = [told.get(key)?.join(', ') ?? '', subscriber.heard.get(key)?.join(', ') ?? ''];
      return said === heard ? undefined : `of ${key} was heard ${heard}, where ${said} was said`;
    }),
  );
};

export const checks: Readonly<Record<string, Check>> = {
  'posted balances and transit add up, and nothing is held or taken that is not there': conservation,
  'no event is doubled': noEventTwice,
  'no stream runs back in time': timeGoesForwards,
  'every payment ends, as its client was told': everyPaymentEnds,
  'one set of terms moves money': oneSetOfTerms,
  'a leg is handed to its bank once, and its sender never takes it back then': handedOverOnce,
  'balances read again are as they are live': replay,
  'postings are numbered without gaps and say what the balance has': statedPostings,
  'limits are given back exactly': limits,
  'the ledger is what was posted': ledger,
  'rebuilt read models are as they are live': rebuiltIsLive,
  'each thing is heard once and in order': heardOnceInOrder,
};
