import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** The number of other specs after each spec of the whole suite. */
const OTHERS = 6;

/**
 * Specs of the whole suite wait for other processes and take longest; the others compute. Mixed in turn they keep all
 * cores busy, and no long one is left for the end, even when jest does not know yet how long each takes.
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

/** In an order that follows from a seed and the names alone: none of the files may rest on another. */
export const shuffled = <Spec extends { readonly path: string }>(specs: readonly Spec[], seed: string): Spec[] => {
  const rank = ({ path }: Spec): string =>
    createHash('sha256')
      .update(`${seed} ${relative(process.cwd(), path)}`)
      .digest('hex');
  return [...specs].sort((left, right) => rank(left).localeCompare(rank(right)));
};
