import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HalClient } from '@halyard/suite/client';
import { type SuiteMode, SuiteProcess } from '@halyard/e2e/suite-process';
import { Client } from 'pg';
import { bulkLoad } from './bulk-load.ts';
import { type CpuUse, type Roles, watchCpu } from './cpu/cpu-meter.ts';
import { BENCH, suiteRoles } from './cpu/suite-roles.ts';
import { drainedLine } from './drained.ts';
import type { Load } from './load/load.ts';
import { type LoadRun, runAtOnce, runLoad, type RunOptions } from './load/run-load.ts';
import { memoryMb } from './machine.ts';
import { options, sizes } from './options.ts';
import { openParties, type Parties } from './parties.ts';
import { line, type ProcedureStage, type WatchedWork } from './procedure.ts';
import { inspectable, livingBytes, startProfile } from './profile/inspector.ts';
import { keepProfiles } from './profile/keep-profiles.ts';
import { summarise } from './profile/profile-summary.ts';
import { askForStatements, forgetStatements, statements } from './profile/statements.ts';
import { sampleWaits } from './profile/waits.ts';
import { answerLines, cpuLines, perSecond, profileLines, rateLines, statementLines, waitLines } from './report.ts';
import type { Row } from './rows.ts';
import { whileOthersSpin } from './spinners.ts';
import { inSeconds, timeOf } from './times.ts';

/** Time for the compiler to optimize the hot code; services usually run for longer than that. */
const WARM_UP_MS = 8_000;
const RATE_LIMIT_MAX = '100000000';

interface BenchOptions {
  readonly mode: SuiteMode;
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
interface MeasuredRow extends LoadRun {
  /** How many requests had an effect, those outside the measured time too. */
  readonly served: number;
}

/** The lines of a profile, with its shares applied to the CPU of a number of requests. */
type ProfileLines = (cpu: CpuUse | undefined, requests: number) => readonly string[];

const tell = (...lines: readonly string[]): void => console.log(lines.join('\n'));

/** Tells how long something took. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  tell(line(what, inSeconds(performance.now() - began)));
  return result;
}

async function connect(suite: SuiteProcess): Promise<Client> {
  const postgres = new Client({ connectionString: await suite.postgresUrl(), application_name: BENCH });
  await postgres.connect();
  return postgres;
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
      // Lines for people are no part of the work.
      REQUEST_LINES: 'off',
      ...inspectable,
      ...options.settings,
    };
    const suite = await SuiteProcess.prepare(settings, { mode, onEventStoreDb, replicas });
    const first = await timed('first answer (new data folder)', () => suite.start());
    const postgres = await connect(suite);
    if (isProfiled) await askForStatements(postgres);
    if (stored > 0) {
      const load = { schema: 'transfers', accountId: first.connection.accountId, transfers: stored, until: new Date() };
      await timed(`${stored} transfers stored`, () => bulkLoad(postgres, load));
    }
    await Promise.all([first.close(), postgres.end()]);
    await suite.end('SIGINT');
    const client = await timed('first answer (later start)', () => suite.start());
    return new BenchedSuite(suite, client, await connect(suite), options);
  }

  async measure(name: string, row: Row): Promise<MeasuredRow> {
    const load = await this.loadOf(row);
    if (row.atOnce !== undefined) return this.measureAtOnce(row, load);
    tell(`\n${row.title}, ${load.connections} connections`);
    const { figures, cpu } = await runLoad(load, this.runOptions);
    tell(...rateLines(figures), ...cpuLines(cpu, figures.succeeded), await drainedLine(this.suite, this.client));
    const profiled = this.options.isProfiled ? await this.profile(name, load) : 0;
    return { served: figures.succeededInAll + profiled, figures, ...(cpu && { cpu }) };
  }

  private async measureAtOnce({ title, spinners = 0 }: Row, load: Load): Promise<MeasuredRow> {
    tell(`\n${title}`);
    const figures = await whileOthersSpin(spinners, () => runAtOnce(load));
    tell(...answerLines(figures), await drainedLine(this.suite, this.client));
    return { served: figures.succeededInAll, figures };
  }

  private async loadOf({ request, expected, connections, atOnce }: Omit<Row, 'title'>): Promise<Load> {
    const { baseUrl, caFile } = this.client.connection;
    const ca = caFile === undefined ? {} : { ca: await readFile(caFile, 'utf8') };
    const limits = {
      connections: atOnce ?? connections ?? Number(options.connections),
      ...(atOnce !== undefined && { requestsMax: atOnce }),
    };
    return {
      origin: baseUrl,
      ...ca,
      request,
      expected: expected ?? (request.method === 'POST' ? 201 : 200),
      ...limits,
    };
  }

  private get runOptions(): RunOptions {
    const rolesOf = () => suiteRoles(this.suite, this.options.mode, this.postgres);
    return { warmUpMs: WARM_UP_MS, runMs: sizes.runMs, rolesOf };
  }

  private async profile(name: string, load: Load): Promise<number> {
    let linesOf: ProfileLines = () => [];
    const run = await runLoad(load, this.runOptions, async () => {
      const endProfile = await this.profiling(name);
      return async () => void (linesOf = await endProfile());
    });
    const { figures, cpu } = run;
    tell(`\n  while profiled ${perSecond(figures).toFixed(0)}/s`, ...linesOf(cpu, figures.succeeded));
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
  stageOf(name: string): Omit<ProcedureStage, 'parties' | 'sizes'> {
    const { client, postgres, runOptions } = this;
    return {
      client,
      postgres,
      rolesOf: runOptions.rolesOf,
      loadOf: (row) => this.loadOf(row),
      run: async (row, given, watch) => runLoad(await this.loadOf(row), { ...runOptions, ...given }, watch),
      watch: (work, others) => this.watch(name, work, others),
    };
  }

  /** Does something once, and measures its cost. */
  private async watch(name: string, work: () => Promise<void>, others: Roles = new Map()): Promise<WatchedWork> {
    const endProfile = this.options.isProfiled ? await this.profiling(name) : undefined;
    const endCpu = await watchCpu(async () => new Map([...(await this.runOptions.rolesOf()), ...others]));
    const ms = await timeOf(work);
    const cpu = await endCpu();
    const linesOf = await endProfile?.();
    return { ms, linesOf: (count) => [...cpuLines(cpu, count), ...(linesOf?.(cpu, count) ?? [])] };
  }

  openParties(): Promise<Parties> {
    const { balances } = options;
    return timed(`${balances} balances opened and filled`, () => openParties(this.client, Number(balances)));
  }

  tellMemory(what: string): void {
    const memory = memoryMb(this.suite.pid);
    if (!memory) return tell(line(what, 'not known: Linux alone tells it'));
    const embedded = `${memory.process} MB, with Postgres ${memory.tree} MB`;
    tell(line(what, this.options.mode === 'embedded' ? embedded : `${memory.tree} MB in all processes`));
  }

  /**
   * Prints the memory in use after garbage collection: the rest of the resident memory is room that V8 keeps for later.
   */
  async tellLiving(): Promise<void> {
    if (this.options.mode !== 'embedded') return;
    const living = (await livingBytes(this.suite, this.suite.pid)) / 2 ** 20;
    tell(line('of it in use, all garbage collected', `${Math.round(living)} MB`));
  }

  /** @throws Error when it finds a difference */
  async verify(): Promise<void> {
    const program = join(import.meta.dirname, '..', 'verify.ts');
    const env = { PATH: process.env['PATH'], ...this.suite.settings };
    const { stdout } = await timed('verified', () => promisify(execFile)(process.execPath, [program], { env }));
    tell(stdout.trim());
  }

  async end(): Promise<void> {
    await Promise.all([this.client.close(), this.postgres.end()]);
    await timed('stop', () => this.suite.end('SIGINT'));
    await this.suite.remove();
  }
}
