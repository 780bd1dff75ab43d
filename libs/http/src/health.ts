/** Rejects or throws while the dependency that it checks does not work. */
export type HealthCheck = () => Promise<void> | void;

export interface Readiness {
  readonly ready: boolean;
  /** The state of each check by name. Causes of failures are in the logs only. */
  readonly checks: Readonly<Record<string, 'up' | 'down'>>;
}

const CHECK_TIMEOUT_MS = 2_000;

/**
 * Whether the process is live and ready. It is live if it answers at all. It is ready while every check passes and no
 * stop has begun.
 */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private readonly stop = new AbortController();

  /** Aborted once a stop has begun. Requests that are waiting are then answered. */
  readonly stopping: AbortSignal = this.stop.signal;

  /** Adds a check, or replaces the earlier one of the same name. */
  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Makes the process not ready, so that load balancers send requests elsewhere while those in flight are finished. */
  beginStop(): void {
    this.stop.abort();
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const checks = Object.fromEntries(results.map(([name, up]) => [name, up ? ('up' as const) : ('down' as const)]));
    return { ready: !this.stopping.aborted && results.every(([, up]) => up), checks };
  }
}

async function passes(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([Promise.resolve(check()).then(() => true), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
