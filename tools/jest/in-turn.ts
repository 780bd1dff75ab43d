/** So many other specs for each of the suite as a whole. */
const OTHERS = 6;

/**
 * Specs of the suite as a whole wait for other processes, and take longest; the others compute. In turn they keep all cores
 * busy, and no long one is left for the end, also where jest does not know yet how long each takes.
 */
export function inTurn<Spec>(specs: readonly Spec[], isOfSuite: (spec: Spec) => boolean): Spec[] {
  const others = specs.filter((spec) => !isOfSuite(spec));
  const both = specs.filter(isOfSuite).flatMap((spec) => [spec, ...others.splice(0, OTHERS)]);
  return [...both, ...others];
}
