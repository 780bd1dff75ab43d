import { moneyToJson, usd } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import { transitOf } from '../../src/payment/chart-of-accounts.js';
import { RawBooks } from '../../src/verify/raw/raw-books.js';
import { type Check, checks, type CheckedWorld } from './checks.js';
import { type Parts, sound } from './parts.js';
import { Program } from './program.js';
import { Random } from './random.js';
import type { Faults } from './store.js';
import { textOf } from './rows.js';
import { Schedule } from './schedule.js';
import { Service } from './service.js';
import { Tables } from './tables.js';
import { OPENING } from './world.js';

/** Simulated time in which everything must come to rest. */
const REST_MS = 5_000;
/** Enough rounds of banks until everything has ended, including late returns of last legs. */
const ROUNDS_MAX = 12;
const NO_FAULTS: Faults = { refused: 0, lost: 0, pagesRefused: 0, pagesLost: 0, batchMax: 500 };

export interface Outcome {
  readonly problem: string | undefined;
  readonly events: readonly StoredEvent[];
}

/** Runs a seed's program to its end, and checks the result. The same seed gives the same program, step by step. */
export async function simulate(seed: number, parts: Parts = sound): Promise<Outcome> {
  const raw = new RawBooks();
  const program = new Program(seed, parts, (event) => raw.add(event));
  return outcomeOf(program, raw, parts, checks);
}

/** Runs a program to its end, and checks the result. */
export async function outcomeOf<Checked extends Program>(
  program: Checked,
  raw: RawBooks,
  parts: Parts,
  checked: Readonly<Record<string, Check<Checked>>>,
): Promise<Outcome> {
  openBalances(program);
  try {
    await program.run();
    const problem = (await untilEnded(program)) ?? (await problemOf(program, raw, parts, checked));
    return { problem, events: program.log.everything() };
  } catch (error) {
    return { problem: String(error), events: program.log.everything() };
  }
}

function openBalances({ world, log }: Program): void {
  for (const id of world.balances) {
    const entry = { amount: moneyToJson(usd(OPENING)), contra: transitOf(world.opening), at: world.at };
    const data = { entryId: world.newId(), ...entry };
    log.append(`balance-${id}`, -1, [{ id: world.newId(), type: 'CreditPosted', data }]);
  }
}

/** Without faults from now on, finishes everything that was begun. */
async function untilEnded(program: Program): Promise<string | undefined> {
  Object.assign(program.faults, NO_FAULTS);
  program.succeed();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (!(await program.schedule.runUntil(() => !program.isBusy && isAtRest(program), REST_MS)))
      return restlessness(program);
    if (program.settleAll() === 0) return undefined;
  }
  return 'banks have something to do without end';
}

const MODELS = ['transfers', 'ledger', 'unfinished-payments', 'statistics'];

const lateModels = ({ tables, log }: Program): string[] =>
  MODELS.filter((name) => tables.row('projections', name)?.['position'] !== log.head);

const isAtRest = (program: Program): boolean =>
  lateModels(program).length === 0 && program.tables.unfinished.length === 0;

function restlessness(program: Program): string {
  const late = lateModels(program);
  const [unfinished] = program.tables.unfinished;
  return late.length > 0
    ? `${late.join(', ')} never comes to the end: ${reasonOf(program.tables.failure)}`
    : `${textOf(unfinished?.['payment_id'])} is never finished`;
}

async function problemOf<Checked extends Program>(
  program: Checked,
  raw: RawBooks,
  parts: Parts,
  checked: Readonly<Record<string, Check<Checked>>>,
): Promise<string | undefined> {
  if (program.failures.length > 0) return `a process met ${reasonOf(program.failures[0])}`;
  while (!program.subscriber.isDone || program.subscriber.held > 0) {
    const { held } = program.subscriber;
    program.subscriber.hear();
    if (program.subscriber.isDone && program.subscriber.held === held) break;
  }
  const [live] = program.processes;
  if (!live) return 'no process is left';
  const fresh = program.newService();
  const events = program.log.everything();
  const rebuilt = await rebuiltTables(program, parts);
  const world: CheckedWorld<Checked> = { program, raw, events, live, fresh, rebuilt };
  let problem: string | undefined;
  let isOver = false;
  const checking = (async () => {
    for (const [name, check] of Object.entries(checked)) {
      const found = await check(world);
      if (found !== undefined) {
        problem = `${name}: ${found}`;
        break;
      }
    }
    isOver = true;
  })();
  await program.schedule.runUntil(() => isOver, REST_MS);
  await checking;
  return problem;
}

/** The tables of one process that follows the store from its beginning without faults. */
async function rebuiltTables({ log, clock }: Program, parts: Parts): Promise<Tables> {
  const random = new Random(0);
  const [schedule, tables, life] = [new Schedule(random), new Tables(), { isOver: false }];
  new Service(parts, log, { tables, schedule, random, life, faults: { ...NO_FAULTS }, clock }).follow();
  const isThere = () => MODELS.every((name) => tables.row('projections', name)?.['position'] === log.head);
  if (!(await schedule.runUntil(isThere, REST_MS))) throw new Error('read models can not be built again');
  life.isOver = true;
  return tables;
}

/** The failure and its chain of causes. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'nobody knows why';
  return failure.cause === undefined ? String(failure) : `${String(failure)} < ${reasonOf(failure.cause)}`;
}
