import { rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@halyard/contracts';
import { canSharePorts } from '@halyard/gateway/listen';
import { isRequestText, type Logger, standardLog } from '@halyard/observability';
import type { ReadyMessage } from '@halyard/service';
import { bundles } from '@halyard/service/bundles';
import type { EnvironmentOf } from './environment.js';
import { ManagedProcess } from './managed-process.js';
import { type PlannedProcess, urlOf } from './process-plan.js';

/** An entry of `processes.json`. */
export interface ListedProcess {
  /** For example `transfers.1`. */
  readonly name: string;
  readonly service: ServiceName;
  readonly pid: number;
  /** Its address for other services; absent for the gateway. */
  readonly url?: string;
  readonly metricsUrl: string;
}

interface ProcessesOptions {
  readonly plan: readonly PlannedProcess[];
  readonly environmentOf: EnvironmentOf;
  readonly file: string;
  readonly logger: Logger;
}

/** Width of the longest name with two digits. */
const PREFIX_WIDTH = 'funding-sources.16'.length;

/** A line of one process in the log of all. */
export const inOneLog = (name: string, line: string): string => `${name.padEnd(PREFIX_WIDTH)} | ${line}\n`;

const programOf = (service: ServiceName): string =>
  bundles.quickest(fileURLToPath(import.meta.resolve(`@halyard/${service}/main`)));

/** Runs all processes of the services, with one log and a file that lists them. */
export class Processes {
  private readonly managed: ReadonlyMap<PlannedProcess, ManagedProcess>;
  private readonly listed = new Map<PlannedProcess, ListedProcess>();
  private writing: Promise<void> = Promise.resolve();
  private hasRequestLines = false;
  opened: unknown;

  constructor(private readonly options: ProcessesOptions) {
    this.managed = new Map(options.plan.map((planned) => [planned, this.manage(planned)]));
  }

  get ready(): boolean {
    return this.listed.size === this.managed.size;
  }

  /** Starts further gateways last: the first one creates the certificates that all of them use. */
  async start(): Promise<void> {
    const all = [...this.managed];
    const isFurtherGateway = ({ service, name }: PlannedProcess): boolean =>
      service === 'gateway' && name !== 'gateway.1';
    await rm(this.options.file, { force: true });
    const first = all.filter(([planned]) => !isFurtherGateway(planned));
    const then = all.filter(([planned]) => isFurtherGateway(planned));
    for (const batch of [first, then]) await Promise.all(batch.map(([, process]) => process.start()));
    await this.writing;
  }

  /** Until then, request lines of the processes are dropped: the start sends requests of its own. */
  showRequestLines(): void {
    this.hasRequestLines = true;
  }

  async rollingRestart(): Promise<void> {
    for (const [{ service }, process] of this.managed) {
      await process.replace({ overlap: service === 'gateway' && canSharePorts });
    }
  }

  /** Stops callers before the services that they call. */
  async stop(): Promise<void> {
    const all = [...this.managed];
    const isGateway = ([{ service }]: readonly [PlannedProcess, ManagedProcess]): boolean => service === 'gateway';
    for (const batch of [all.filter(isGateway), all.filter((entry) => !isGateway(entry))]) {
      await Promise.all(batch.map(([, process]) => process.stop()));
    }
    await this.writing;
    await rm(this.options.file, { force: true });
  }

  private manage(planned: PlannedProcess): ManagedProcess {
    const { environmentOf, logger } = this.options;
    const { name, service, metricsPorts } = planned;
    const [first, second] = metricsPorts;
    let metricsPort = second;
    return new ManagedProcess({
      name,
      program: programOf(service),
      nextEnv: () => {
        metricsPort = metricsPort === first ? second : first;
        return environmentOf(planned, metricsPort);
      },
      onLine: (line) => {
        if (this.hasRequestLines || !isRequestText(line)) standardLog().write(inOneLog(name, line));
      },
      onReady: (ready, pid) => this.list(planned, ready, pid),
      onLoss: (how) => {
        logger.warn({ process: name, how }, 'a process has ended, starting it again');
        this.listed.delete(planned);
        this.write();
      },
    });
  }

  private list(planned: PlannedProcess, { metricsPort, opened }: ReadyMessage, pid: number): void {
    const { name, service } = planned;
    const isGateway = service === 'gateway';
    if (isGateway) this.opened = opened;
    this.listed.set(planned, {
      name,
      service,
      pid,
      ...(!isGateway && { url: urlOf(planned) }),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    });
    this.write();
  }

  /** Writes the file whole or not at all, one write after the other. */
  private write(): void {
    const { file, logger } = this.options;
    const content = `${JSON.stringify([...this.listed.values()], undefined, 2)}\n`;
    this.writing = this.writing
      .then(() => writeFile(`${file}.new`, content, { mode: 0o600 }))
      .then(() => rename(`${file}.new`, file))
      .catch((error: unknown) => logger.warn({ err: error }, 'the list of processes could not be written'));
  }
}
