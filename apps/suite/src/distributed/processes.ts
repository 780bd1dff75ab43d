import { rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@halyard/config';
import type { ServiceName } from '@halyard/contracts';
import type { Logger } from '@halyard/observability';
import type { ReadyMessage } from '@halyard/service';
import { bundles } from '@halyard/service/bundles';
import { canSharePorts } from './environment.js';
import { ManagedProcess } from './managed-process.js';
import { type PlannedProcess, urlOf } from './process-plan.js';

/** A process as `processes.json` lists it. */
export interface ListedProcess {
  /** `transfers.1` */
  readonly name: string;
  readonly service: ServiceName;
  readonly pid: number;
  /** Where other services reach it; absent for the gateway. */
  readonly url?: string;
  readonly metricsUrl: string;
}

export interface ProcessesOptions {
  readonly plan: readonly PlannedProcess[];
  readonly environmentOf: (process: PlannedProcess) => Environment;
  /** Where the running processes are listed. */
  readonly file: string;
  readonly logger: Logger;
}

/** Of the longest name with two digits. */
const PREFIX_WIDTH = 'funding-sources.16'.length;

/** A line as it stands among those of all processes. */
export const inOneLog = (name: string, line: string): string => `${name.padEnd(PREFIX_WIDTH)} | ${line}`;

const programOf = (service: ServiceName): string =>
  bundles.quickest(fileURLToPath(import.meta.resolve(`@halyard/${service}/main`)));

/** All processes of the services: one log, and a file that lists them. */
export class Processes {
  private readonly managed: ReadonlyMap<PlannedProcess, ManagedProcess>;
  private readonly listed = new Map<PlannedProcess, ListedProcess>();
  private writing: Promise<void> = Promise.resolve();
  /** What the gateway says that it opened. */
  opened: unknown;

  constructor(private readonly options: ProcessesOptions) {
    this.managed = new Map(options.plan.map((planned) => [planned, this.manage(planned)]));
  }

  /** Whether each of them serves. */
  get ready(): boolean {
    return this.listed.size === this.managed.size;
  }

  /** Further gateways last: the first one makes the certificates that all of them serve with. */
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

  async rollingRestart(): Promise<void> {
    for (const [{ service }, process] of this.managed) {
      await process.replace({ overlap: service === 'gateway' && canSharePorts });
    }
  }

  /** Those that are called after those that call them. */
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
    const { name, service } = planned;
    return new ManagedProcess({
      name,
      program: programOf(service),
      env: environmentOf(planned),
      onLine: (line) => console.log(inOneLog(name, line)),
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

  /** Whole or not at all; one after the other. */
  private write(): void {
    const { file, logger } = this.options;
    const content = `${JSON.stringify([...this.listed.values()], undefined, 2)}\n`;
    this.writing = this.writing
      .then(() => writeFile(`${file}.new`, content, { mode: 0o600 }))
      .then(() => rename(`${file}.new`, file))
      .catch((error: unknown) => logger.warn({ err: error }, 'the list of processes could not be written'));
  }
}
