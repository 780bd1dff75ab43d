import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HalClient } from '@halyard/suite/client';
import { type SuiteMode, SuiteProcess } from '@halyard/e2e/suite-process';
import { Client } from 'pg';
import { bulkLoad } from './bulk-load.ts';
import { type CpuUse, meterCpu, type Role } from './cpu/cpu-meter.ts';
import { hasProc } from './cpu/processor-time.ts';
import { BENCH, suiteRoles } from './cpu/suite-roles.ts';
import { drainedLine } from './drained.ts';
import type { Load, LoadFigures } from './load/load.ts';
import { runAtOnce, runLoad, type RunOptions } from './load/run-load.ts';
import { memoryMb } from './machine.ts';
import { inspectable, livingBytes, startProfile } from './profile/inspector.ts';
import { keepProfiles } from './profile/keep-profiles.ts';
import { summarise } from './profile/profile-summary.ts';
import { askForStatements, forgetStatements, statements } from './profile/statements.ts';
import { sampleWaits } from './profile/waits.ts';
import {
  answerLines,
  cpuLines,
  perSecond,
  profileLines,
  rateLines,
  statementLines,
  cpuUsOf,
  waitLines,
} from './report.ts';
import type { ProcedureStage, WatchedWork } from './procedure.ts';
import type { Row } from './rows.ts';
import { whileOthersSpin } from './spinners.ts';

/** Time for the compiler to optimize the hot code; services usually run for longer than that. */
const WARM_UP_MS = 8_000;
const RATE_LIMIT_MAX = '100000000';
const LABEL = 50;

interface BenchOptions {
  readonly mode: SuiteMode;
  readonly connections: number;
  readonly runMs: number;
  /** Transfers of the account that are stored before; the suite is then restarted. */
  readonly stored: number;
  /**
   * Whether each load runs a second time, with a profile of the processes and of their statements, which both cost
   * time.
   */
  readonly isProfiled: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** In the distributed mode: the number of processes of services that have more than one. */
  readonly replicas?: Readonly<Record<string, number>>;
  /** Whether streams are in an EventStoreDB; the variable SUITE_EVENT_STORE by default. */
  readonly onEventStoreDb?: boolean;
}

/** A row, measured. */
export interface MeasuredRow {
  /** How many requests had an effect, those outside the measured time too. */
  readonly served: number;
  readonly figures: LoadFigures;
  /** CPU that the suite itself used per request; NaN if it can't be read. */
  readonly suiteUs: number;
  /** CPU per request that the suite and the database used. */
  readonly servedUs: number;
}

/** The lines of a profile, with its shares applied to the CPU of a number of requests. */
type ProfileLines = (cpu: CpuUse | undefined, requests: number) => readonly string[];

const tell = (lines: readonly string[]): void => console.log(lines.join('\n'));
const tellFact = (what: string, fact: string): void => console.log(`${what.padEnd(LABEL)} ${fact}`);
const tellTime = (what: string, fromMs: number): void =>
  tellFact(what, `${((performance.now() - fromMs) / 1_000).toFixed(1)} s`);

async function connect(suite: SuiteProcess): Promise<Client> {
  const postgres = new Client({ connectionString: await suite.postgresUrl(), application_name: BENCH });
  await postgres.connect();
  return postgres;
}

async function started(suite: SuiteProcess, which: string): Promise<HalClient> {
  const launched = performance.now();
  const client = await suite.start();
  tellTime(`first answer (${which})`, launched);
  return client;
}

async function load(postgres: Client, { connection }: HalClient, transfers: number): Promise<void> {
  const from = performance.now();
  const { accountId } = connection;
  const events = await bulkLoad(postgres, { schema: 'transfers', accountId, transfers, until: new Date() });
  tellTime(`${transfers} transfers stored, ${events} events`, from);
}

/** A suite as users run it, under load and measurement. */
export class BenchedSuite {
  readonly client: HalClient;
  private readonly suite: SuiteProcess;
  private readonly postgres: Client;
  private readonly options: BenchOptions;

  private constructor(suite: SuiteProcess, client: HalClient, postgres: Client, options: BenchOptions) {
    this.suite = suite;
    this.client = client;
    this.postgres = postgres;
    this.options = options;
  }

  static async start(options: BenchOptions): Promise<BenchedSuite> {
    const { mode, isProfiled, stored, onEventStoreDb, replicas } = options;
    const settings = {
      // All requests of the benchmark come from one application at one address.
      RATE_LIMIT_PER_MINUTE: RATE_LIMIT_MAX,
      ACCOUNT_RATE_LIMIT_PER_MINUTE: RATE_LIMIT_MAX,
      ANONYMOUS_RATE_LIMIT_PER_MINUTE: RATE_LIMIT_MAX,
      ...inspectable,
      ...options.settings,
    };
    const suite = await SuiteProcess.prepare(settings, { mode, onEventStoreDb, replicas });
    const first = await started(suite, 'new data folder');
    const postgres = await connect(suite);
    if (isProfiled) await askForStatements(postgres);
    if (stored > 0) await load(postgres, first, stored);
    await Promise.all([first.close(), postgres.end()]);
    await suite.end('SIGINT');
    const client = await started(suite, 'later start');
    return new BenchedSuite(suite, client, await connect(suite), options);
  }

  async measure(name: string, row: Row): Promise<MeasuredRow> {
    const { mode, isProfiled } = this.options;
    const load = await this.loadOf(row);
    if (row.atOnce !== undefined) return this.measureAtOnce(row, load);
    console.log(`\n${row.title}, ${load.connections} connections`);
    const { figures, cpu } = await runLoad(load, this.runOptions);
    tell([
      ...rateLines(figures),
      ...cpuLines(cpu, figures.succeeded),
      await drainedLine(this.suite, mode, this.client),
    ]);
    const profiled = isProfiled ? await this.profile(name, load) : 0;
    const us = (...groups: readonly string[]): number => cpuUsOf(cpu, groups, figures.succeeded);
    const served = figures.succeededInAll + profiled;
    return { served, figures, suiteUs: us('suite'), servedUs: us('suite', 'Postgres') };
  }

  private async measureAtOnce({ title, spinners = 0 }: Row, load: Load): Promise<MeasuredRow> {
    console.log(`\n${title}`);
    const figures = await whileOthersSpin(spinners, () => runAtOnce(load));
    tell([...answerLines(figures), await drainedLine(this.suite, this.options.mode, this.client)]);
    return { served: figures.succeededInAll, figures, suiteUs: NaN, servedUs: NaN };
  }

  private async loadOf({ request, expected, connections, atOnce }: Omit<Row, 'title'>): Promise<Load> {
    const { baseUrl, caFile } = this.client.connection;
    const ca = caFile === undefined ? {} : { ca: await readFile(caFile, 'utf8') };
    const limits = {
      connections: atOnce ?? connections ?? this.options.connections,
      ...(atOnce !== undefined && { requestsMax: atOnce }),
    };
    return { origin: baseUrl, ...ca, request, expected, ...limits };
  }

  private get runOptions(): RunOptions {
    const rolesOf = () => suiteRoles(this.suite, this.options.mode, this.postgres);
    return { warmUpMs: WARM_UP_MS, runMs: this.options.runMs, rolesOf };
  }

  private async profile(name: string, load: Load): Promise<number> {
    let linesOf: ProfileLines = () => [];
    const run = await runLoad(load, this.runOptions, async () => {
      const endProfile = await this.profiling(name);
      return async () => void (linesOf = await endProfile());
    });
    const { figures, cpu } = run;
    tell([`\n  while profiled ${perSecond(figures).toFixed(0)}/s`, ...linesOf(cpu, figures.succeeded)]);
    return figures.succeededInAll;
  }

  /** @returns a function that ends the profiling and returns its lines */
  private async profiling(name: string): Promise<() => Promise<ProfileLines>> {
    const { mode } = this.options;
    const pids = mode === 'embedded' ? [this.suite.pid] : (await this.suite.processes()).map(({ pid }) => pid);
    await forgetStatements(this.postgres);
    const endWaits = sampleWaits(this.postgres);
    const endProfile = await startProfile(this.suite, pids);
    return async () => {
      const [profiles, waits] = await Promise.all([endProfile(), endWaits()]);
      const ran = await statements(this.postgres);
      const files = await keepProfiles(name, profiles);
      return (cpu, requests) => [
        `  kept in ${files.join(', ')}`,
        ...profileLines(summarise(profiles.values()), cpu, requests),
        ...statementLines(ran, requests),
        ...waitLines(waits),
      ];
    };
  }

  /** The stage for a procedure with that name. */
  stageOf(name: string): Pick<ProcedureStage, 'client' | 'postgres' | 'watch' | 'rolesOf' | 'loadOf'> {
    const { client, postgres } = this;
    const watch: ProcedureStage['watch'] = (work, others) => this.watch(name, work, others);
    return { client, postgres, watch, rolesOf: this.runOptions.rolesOf, loadOf: (row) => this.loadOf(row) };
  }

  /** Does something once, and measures its cost. */
  private async watch(
    name: string,
    work: () => Promise<void>,
    others: ReadonlyMap<number, Role> = new Map(),
  ): Promise<WatchedWork> {
    const { isProfiled } = this.options;
    const endProfile = isProfiled ? await this.profiling(name) : undefined;
    const rolesOf = async () =>
      new Map([...(await this.runOptions.rolesOf()), ...others, [process.pid, { group: 'bench' }]]);
    const readCpu = hasProc ? await meterCpu(rolesOf) : undefined;
    const began = performance.now();
    await work();
    const ms = performance.now() - began;
    const cpu = await readCpu?.();
    const linesOf = await endProfile?.();
    return { ms, linesOf: (count) => [...cpuLines(cpu, count), ...(linesOf?.(cpu, count) ?? [])] };
  }

  tellMemory(what: string): void {
    const memory = memoryMb(this.suite.pid);
    if (!memory) return tellFact(what, 'not known: Linux alone tells it');
    const embedded = `${memory.process} MB, with Postgres ${memory.tree} MB`;
    tellFact(what, this.options.mode === 'embedded' ? embedded : `${memory.tree} MB in all processes`);
  }

  /**
   * Prints the memory in use after garbage collection: the rest of the resident memory is room that V8 keeps for later.
   */
  async tellLiving(): Promise<void> {
    if (this.options.mode !== 'embedded') return;
    tellFact(
      'of it in use, all garbage collected',
      `${Math.round((await livingBytes(this.suite, this.suite.pid)) / 2 ** 20)} MB`,
    );
  }

  /** @throws Error when it finds a difference */
  async verify(): Promise<void> {
    const began = performance.now();
    const program = join(import.meta.dirname, '..', 'verify.ts');
    const env = { PATH: process.env['PATH'], ...this.suite.settings };
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
    tellTime(`verified, ${stdout.trim()}`, began);
  }

  async end(): Promise<void> {
    await Promise.all([this.client.close(), this.postgres.end()]);
    const stopping = performance.now();
    await this.suite.end('SIGINT');
    tellTime('stop', stopping);
    await this.suite.remove();
  }
}
