import { createHmac } from 'node:crypto';

/** A rule that strikes a share of all entries that it is for, as a request states it. */
export interface ShareRule {
  readonly name: string;
  readonly when?: { readonly direction: 'debit' | 'credit' };
  readonly share: string;
  readonly then: object;
}

const LOTS = 1n << 64n;
const MILLIONTHS = 1_000_000n;

/** Whether a share strikes an entry, as the documentation computes it (docs/concepts/bank-behavior.md). */
function strikes(seed: string, { name, share }: ShareRule, entry: string): boolean {
  const lot = createHmac('sha256', seed).update(`${name}\n${entry}`).digest().readBigUInt64BE();
  return lot < (BigInt(Math.round(Number(share) * 1e6)) * LOTS) / MILLIONTHS;
}

/** A behaviour whose rules all have a share. */
export class SeededBehavior {
  constructor(
    private readonly seed: string,
    readonly rules: readonly ShareRule[],
  ) {}

  get body(): object {
    return { seed: this.seed, rules: this.rules };
  }

  /** @returns the name of the first rule that strikes an entry */
  ruleOf(entry: string, direction: 'debit' | 'credit' = 'debit'): string | undefined {
    const fits = ({ when }: ShareRule): boolean => when === undefined || when.direction === direction;
    return this.rules.find((rule) => fits(rule) && strikes(this.seed, rule, entry))?.name;
  }
}
