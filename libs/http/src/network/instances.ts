import { hash } from 'node:crypto';
import { type Lookup, originsBehind, standsForMany } from './addresses.js';
import type { Instance } from './instance.js';

const REFRESH_MS = 5_000;

/** The known processes of one service: those at fixed addresses, and those that names resolve to. */
export class Instances {
  private readonly fixed: readonly string[];
  private readonly names: readonly string[];
  /** The latest known addresses of each name. They stay while lookups fail. */
  private readonly found = new Map<string, readonly string[]>();
  private instances: readonly Instance[] = [];
  private readonly leaving = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout | undefined;
  private refreshing = false;
  private closing: Promise<unknown> | undefined;
  private turn = 0;

  constructor(
    origins: readonly string[],
    private readonly connect: (address: string) => Instance,
    private readonly lookup: Lookup,
  ) {
    this.fixed = origins.filter((origin) => !standsForMany(origin));
    this.names = origins.filter(standsForMany);
    this.adopt();
    if (this.names.length === 0) return;
    this.refresh();
    this.timer = setInterval(() => this.refresh(), REFRESH_MS).unref();
  }

  get size(): number {
    return this.instances.length;
  }

  get isClosed(): boolean {
    return this.closing !== undefined;
  }

  /**
   * Chooses the process for the next delivery. A key always leads to the same process while that is available, and few
   * keys move when a process comes or goes (rendezvous hashing: Thaler and Ravishankar, 1998). Without a key, processes
   * take turns.
   *
   * @param except the process that has just failed; chosen only if there is no other
   * @returns undefined if there is no process
   */
  choose(key: string | undefined, except: Instance | undefined): Instance | undefined {
    const present = this.instances.filter(({ isAvoided }) => !isAvoided);
    const candidates = present.length > 1 ? present.filter((instance) => instance !== except) : present;
    return key === undefined ? candidates[(this.turn += 1) % candidates.length] : closestTo(key, candidates);
  }

  /** Looks up all names again, unless a lookup is running already. */
  refresh(): void {
    if (this.refreshing || this.isClosed || this.names.length === 0) return;
    this.refreshing = true;
    void Promise.all(this.names.map((name) => this.resolve(name))).then(() => {
      this.refreshing = false;
      if (!this.isClosed) this.adopt();
    });
  }

  /** Finishes requests already sent, and closes the connections. A second call does nothing more. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.closing ??= Promise.all([...this.leaving, ...this.instances.map((instance) => instance.close())]);
    await this.closing;
  }

  private async resolve(name: string): Promise<void> {
    try {
      this.found.set(name, await originsBehind(name, this.lookup));
    } catch {
      // A failed lookup says nothing about the processes: the known ones may well be running.
    }
  }

  /** Connects to new addresses, and drains the processes whose addresses are gone. */
  private adopt(): void {
    const known = new Map(this.instances.map((instance) => [instance.address, instance]));
    const addresses = new Set([...this.fixed, ...[...this.found.values()].flat()]);
    this.instances = [...addresses].map((address) => known.get(address) ?? this.connect(address));
    for (const [address, instance] of known) if (!addresses.has(address)) this.drain(instance);
  }

  private drain(instance: Instance): void {
    const left = instance.close().finally(() => this.leaving.delete(left));
    this.leaving.add(left);
  }
}

function closestTo(key: string, instances: readonly Instance[]): Instance | undefined {
  let closest: Instance | undefined;
  let highest = '';
  for (const instance of instances) {
    const score = hash('sha1', `${key} ${instance.address}`);
    if (score > highest) [closest, highest] = [instance, score];
  }
  return closest;
}
