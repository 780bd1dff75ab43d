import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** The number of other specs after each spec of the whole suite. */
const OTHERS = 6;

/**
 * Specs of the whole suite wait for other processes and take longest; all others compute. A mix of both keeps all cores
 * busy, and leaves no long spec for the end, even when Jest does not know yet how long each spec takes.
 */
export function inTurn<Spec>(specs: readonly Spec[], isOfSuite: (spec: Spec) => boolean): Spec[] {
  const others = specs.filter((spec) => !isOfSuite(spec));
  const both = specs.filter(isOfSuite).flatMap((spec) => [spec, ...others.splice(0, OTHERS)]);
  return [...both, ...others];
}

/** Puts the specs that take longest before all others, so that none of them is left for the end of a run. */
export function longestFirst<Spec>(specs: readonly Spec[], isLongest: (spec: Spec) => boolean): Spec[] {
  return [...specs.filter(isLongest), ...specs.filter((spec) => !isLongest(spec))];
}

/** Orders specs by a seed and their names alone: no spec may rely on another one. */
export const shuffled = <Spec extends { readonly path: string }>(specs: readonly Spec[], seed: string): Spec[] => {
  const rank = ({ path }: Spec): string =>
    createHash('sha256')
      .update(`${seed} ${relative(process.cwd(), path)}`)
      .digest('hex');
  return [...specs].sort((left, right) => rank(left).localeCompare(rank(right)));
};
