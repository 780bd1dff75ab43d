import { deriveTimedId, durationMs, firstBankingDayFrom } from '@halyard/core';
import type { BankOutage, Conduct } from '../../../src/bank-behavior/bank-behavior.js';
import { type Check, checks, type CheckedWorld } from '../checks.js';
import { transferOf } from '../database.js';
import type { BankProgram } from './bank-program.js';
import type { BankTables } from './bank-tables.js';
import { wrongDraw } from './draw-oracle.js';
import { entriesOf, hours, type KnownEntry } from './entries.js';

type BankCheck = Check<BankProgram>;
type EntryCheck = (entry: KnownEntry, conduct: Conduct | undefined, program: BankProgram) => string | undefined;

const entriesOfWorlds = new WeakMap<BankProgram, ReadonlyMap<string, KnownEntry>>();

function entriesIn({ program, events }: CheckedWorld<BankProgram>): ReadonlyMap<string, KnownEntry> {
  const known = entriesOfWorlds.get(program) ?? entriesOf(program, events);
  entriesOfWorlds.set(program, known);
  return known;
}

const ofEach =
  (check: EntryCheck): BankCheck =>
  (world) => {
    const { program } = world;
    for (const entry of entriesIn(world).values()) {
      const found = check(entry, program.tables.draws.get(entry.legId)?.conduct ?? undefined, program);
      if (found !== undefined) return `${entry.legId} ${found}`;
    }
    return undefined;
  };

const draws: BankCheck = (world) => {
  const entries = entriesIn(world);
  return wrongDraw(world.program.tables, (legId) => entries.get(legId));
};

/** Money of an entry moves once: it settles at most once, and comes back at most once. */
const movesOnce = ofEach(({ settlements: [settled, again], stops }) => {
  if (again) return 'settles twice';
  // A stop without an origin follows from the payment alone: its bank did nothing.
  const caused = stops.filter(({ code, because }) => code !== undefined && because !== undefined);
  if (caused.length > 1) return 'is returned twice';
  const [returned] = caused;
  if (!returned || !settled) return undefined;
  if (returned.position < settled.position) return 'settles after its return';
  return returned.back ? undefined : 'was settled, and its return moves nothing back';
});

const drawnBefore = ofEach(({ legId, submissions, settlements: [settled] }, _, { tables }) => {
  const isCovered = submissions.length > 0 || settled?.because === 'simulation' || settled?.because === 'clock';
  return isCovered && !tables.draws.has(legId) ? 'has moved, and has drawn nothing' : undefined;
});

const returnsAsDrawn = ofEach((entry, conduct, { tables }) => {
  const {
    settlements: [settled],
    stops,
    isNamed,
    isTakenWithOthers,
  } = entry;
  const byRule = stops.find(({ because }) => because === 'behavior');
  const draw = tables.draws.get(entry.legId);
  const drawn = conduct && 'return' in conduct ? conduct : undefined;
  if (byRule && (byRule.rule !== draw?.rule || byRule.code !== drawn?.return))
    return 'is returned by a rule that has not struck';
  const isSettled = settled?.because === 'simulation' || settled?.because === 'clock';
  if (isNamed || !drawn || isTakenWithOthers.isSo) return undefined;
  const isReturned = stops.some(({ code }) => code !== undefined);
  if (drawn.after === undefined && isSettled) return 'settles although a rule returns it';
  if (drawn.after !== undefined && isSettled && settled.lateReturn !== drawn.return)
    return 'settles without its late return';
  return drawn.after !== undefined && isSettled && !isReturned ? 'is never returned' : undefined;
});

const correctedOnce = ofEach((entry, conduct, { tables }) => {
  const {
    settlements: [settled],
    corrections,
  } = entry;
  const lines = new Set<string>();
  for (const { because, file, line, rule, code } of corrections) {
    const name = because === 'file' ? `${file} ${line}` : 'a rule';
    if (lines.has(name)) return `is corrected twice by ${name}`;
    lines.add(name);
    if (because === 'file') continue;
    const isDrawn = conduct && 'correct' in conduct && conduct.correct === code;
    if (!isDrawn || rule !== tables.draws.get(entry.legId)?.rule) return 'is corrected by a rule that has not struck';
  }
  const isSettled = settled?.because === 'simulation' || settled?.because === 'clock';
  const isMissing = isSettled && conduct && 'correct' in conduct && !lines.has('a rule');
  return isMissing ? 'settles, and its correction never comes' : undefined;
});

/** When that comes which a bank would do at a moment. */
function comesAt(outages: readonly BankOutage[], numbers: ReadonlySet<string>, at: Date): Date {
  const down = outages.find(
    ({ routingNumber, from, to }) =>
      numbers.has(routingNumber) && Date.parse(from) <= at.getTime() && at.getTime() < Date.parse(to),
  );
  return down ? comesAt(outages, numbers, firstBankingDayFrom(new Date(down.to))) : at;
}

interface BankStepAt {
  readonly at: string;
  readonly bankDate?: string;
}

type BankStep = KnownEntry['settlements' | 'stops' | 'submissions'][number];

const timeOf = ({ at, bankDate }: BankStepAt): Date => new Date(bankDate ?? at);

const outagesOf = ({ tables }: BankProgram, version: number): readonly BankOutage[] =>
  tables.behaviors.get(version)?.outages ?? [];

/** A simulation judges by the time at which it was asked for, even if the clock was moved before it has moved money. */
function judgedAt(legId: string, step: BankStep, { simulations }: BankTables): Date {
  const stepId = 'stopId' in step ? step.stopId : 'settlementId' in step ? step.settlementId : undefined;
  const [, simulation] = [...simulations].find(([id]) => deriveTimedId(id, legId, 'step') === stepId) ?? [];
  return simulation ? new Date(simulation.at) : timeOf(step);
}

/** A bank is down for sure if every behaviour says so that may have been in force. */
const downBanksDoNothing = ofEach(({ legId, bankId, settlements, stops, submissions }, _, program) => {
  const numbers = program.owner.numbers.get(bankId) ?? new Set<string>();
  const byBanks = stops.filter(({ code, because }) => code !== undefined && because !== undefined);
  const wrong = [...settlements, ...byBanks, ...submissions].find((step) => {
    const known = program.knownAt.get(step.position);
    if (!known || numbers.size > 1 || step.because === 'file' || step.because === 'cancel') return false;
    const versions = Array.from({ length: known.last - known.first + 1 }, (_of, index) => known.first + index);
    const at = judgedAt(legId, step, program.tables);
    return versions.every((version) => {
      const outages = outagesOf(program, version);
      return comesAt(outages, numbers, at) > at;
    });
  });
  return wrong && `moves at ${timeOf(wrong).toISOString()}, while its bank is down`;
});

/** Each step has one moment at which it comes, if nothing was changed meanwhile. */
const comesOnTime = ofEach((entry, conduct, program) => {
  const {
    transfer,
    bankId,
    submissions: [submitted],
    settlements: [settled],
  } = entry;
  const numbers = program.owner.numbers.get(bankId) ?? new Set<string>();
  const { started: since } = transfer;
  if (!submitted || !since || numbers.size > 1 || program.time.changedAt.some((at) => at >= since)) return undefined;
  const versions = [submitted, settled].flatMap((step) => (step ? (program.knownAt.get(step.position) ?? []) : []));
  const started = program.knownAt.get(entry.acceptedAt);
  const all = [...versions, ...(started ? [started] : [])];
  const [first, last] = [Math.min(...all.map((one) => one.first)), Math.max(...all.map((one) => one.last))];
  if (first !== last) return undefined;
  const outages = outagesOf(program, last);
  const goesOut = comesAt(outages, numbers, hours.exportOf(transfer, since));
  const handedOver = timeOf(submitted);
  if (handedOver.getTime() !== goesOut.getTime()) {
    return `goes out at ${handedOver.toISOString()} and not at ${goesOut.toISOString()}`;
  }
  if (settled?.because !== 'clock') return undefined;
  const { earliest } = hours.expectedAfter(transfer, since, handedOver);
  const isDelayed = conduct && 'delay' in conduct;
  const delayed = isDelayed
    ? firstBankingDayFrom(new Date(earliest.getTime() + (durationMs(conduct.delay) ?? 0)))
    : earliest;
  const due = comesAt(outages, numbers, delayed);
  const is = timeOf(settled);
  return is.getTime() === due.getTime() ? undefined : `settles at ${is.toISOString()} and not at ${due.toISOString()}`;
});

/** On request, a delay leaves an entry out of one simulation. */
const leftOutOnce = ofEach(({ legId, settlements: [settled] }, conduct, { tables }) => {
  const isDelayed = conduct !== undefined && 'delay' in conduct;
  const isForgotten = isDelayed && settled?.because === 'simulation' && !tables.draws.get(legId)?.isLeftOut;
  return isForgotten ? 'settles in a simulation that should leave it out' : undefined;
});

const uploadsTakeEffectOnce: BankCheck = (world) => {
  const { files } = world.program.tables;
  const steps = [...entriesIn(world).values()].flatMap(({ stops, corrections }) => [...stops, ...corrections]);
  const effects = steps.filter(({ file }) => file !== undefined).map(({ file = '', line = 0 }) => `${file} ${line}`);
  if (new Set(effects).size !== effects.length) return 'a line of a file has its effect twice';
  const asked = new Map(world.program.uploads.map((one) => [deriveTimedId(one.operation.id, 'bank-file'), one]));
  for (const { file_id: fileId, line, outcome, reason, status } of files.incoming) {
    const isThere = effects.includes(`${fileId} ${line}`);
    const wanted = asked.get(fileId)?.refused.get(line);
    if (wanted !== undefined && reason !== wanted) return `line ${line} of ${fileId} is ${outcome}, and not ${wanted}`;
    if (isThere && outcome === 'refused') return `line ${line} of ${fileId} was refused, and has an effect`;
    if (!isThere && outcome === 'applied' && status === 'corrected') return `line ${line} of ${fileId} has no effect`;
  }
  return undefined;
};

/** An entry that goes to its bank in a file goes out in one that is made. */
const filed = ofEach(({ legId, route, settlements: [settled], submissions }, _, { tables }) => {
  const hasGone = submissions.length > 0 || settled?.because === 'simulation' || settled?.because === 'clock';
  return route !== 'wire' && hasGone && tables.files.sent.get(legId)?.isListed !== true ? 'is in no file' : undefined;
});

export const bankChecks: Readonly<Record<string, BankCheck>> = {
  ...checks,
  'after each moment the books add up': ({ program }) => program.afterMoment,
  'each entry has drawn once, by the formula, in the order of payments': draws,
  'what has moved has drawn': drawnBefore,
  'an entry settles once and comes back once': movesOnce,
  'an entry is returned as it was drawn': returnsAsDrawn,
  'a correction comes once': correctedOnce,
  'a bank that is down does nothing': downBanksDoNothing,
  'banks on time keep their times': comesOnTime,
  'a delay leaves an entry out of a simulation': leftOutOnce,
  'what has gone out is in a file': filed,
  'a line of an upload has its effect once, or is refused': uploadsTakeEffectOnce,
};

/** Once a moment is over and nothing is under way, no payment that has ended holds money. */
export function wrongAfterMoment(
  { tables, log }: BankProgram,
  transitOf: (paymentId: string) => bigint,
): string | undefined {
  if (tables.row('projections', 'transfers')?.['position'] !== log.head) return undefined;
  const payments = Map.groupBy(tables.rows('transfers').map(transferOf), ({ paymentId }) => paymentId);
  for (const [paymentId, transfers] of payments) {
    const isOver = transfers.every(({ status, returnDue }) => ends.has(status) && returnDue === null);
    if (isOver && transitOf(paymentId) !== 0n)
      return `${paymentId} is over, and ${transitOf(paymentId)} are on their way`;
  }
  return undefined;
}

const ends = new Set(['processed', 'failed', 'cancelled']);
