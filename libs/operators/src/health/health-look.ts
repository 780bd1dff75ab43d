import { type CheckResult, type HealthCheckName, healthChecks } from '@halyard/contracts/operations';

/** Something that is wrong now. */
export interface HealthFinding {
  /** One sentence without ids, secrets or personal data. */
  readonly message: string;
  /** The moment since when it has been wrong. */
  readonly since?: Date | undefined;
}

/** A look at the present state of a service. */
export interface HealthLook {
  readonly check: HealthCheckName;
  /** @returns undefined if nothing is wrong */
  readonly look: () => Promise<HealthFinding | undefined> | HealthFinding | undefined;
}

/** A little longer than readiness waits for each of its checks. */
const WITHIN_MS = 2_500;
/** If one of these is away, the other looks fail because of it. */
const STORES: readonly HealthCheckName[] = ['database', 'event-store'];

type Outcome = HealthFinding | 'well' | 'unseen';

/**
 * Takes all looks at once, each within a time limit. A look that fails, or is late, counts as
 * something wrong, unless a store is away: that explains it.
 */
export async function resultsOf(looks: readonly HealthLook[], withinMs = WITHIN_MS): Promise<CheckResult[]> {
  const seen = await Promise.all(
    looks.map(async ({ check, look }) => ({ check, outcome: await outcomeOf(look, withinMs) })),
  );
  const isStoreAway = seen.some(({ check, outcome }) => STORES.includes(check) && outcome !== 'well');
  return seen
    .filter(({ check, outcome }) => outcome !== 'unseen' || !isStoreAway || STORES.includes(check))
    .map(({ check, outcome }) => resultOf(check, outcome));
}

export function resultOf(check: HealthCheckName, outcome: Outcome): CheckResult {
  const { well, wrong } = healthChecks[check];
  if (outcome === 'well') return { name: check, status: 'ok', message: well };
  if (outcome === 'unseen') return { name: check, status: wrong, message: 'This could not be looked at.' };
  const { message, since } = outcome;
  return { name: check, status: wrong, ...(since && { since: since.toISOString() }), message };
}

async function outcomeOf(look: HealthLook['look'], withinMs: number): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => late.resolve('unseen'), withinMs);
  try {
    return await Promise.race([found(look), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function found(look: HealthLook['look']): Promise<Outcome> {
  try {
    return (await look()) ?? 'well';
  } catch {
    return 'unseen';
  }
}
