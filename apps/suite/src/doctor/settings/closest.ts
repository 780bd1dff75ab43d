/** Shorter names resemble variables of other programs, such as HOST and HOME. */
const LENGTH_MIN = 8;
/** One letter that is missing, added or another one, or two that changed places. */
const STEPS_MAX = 2;

/** The name that somebody probably meant; undefined if none is close. */
export function closestTo(text: string, names: Iterable<string>): string | undefined {
  if (text.length < LENGTH_MIN) return undefined;
  const bare = bareOf(text);
  let best: { readonly name: string; readonly steps: number } | undefined;
  for (const name of names) {
    if (name.length < LENGTH_MIN) continue;
    const steps = bareOf(name) === bare ? 0 : stepsBetween(text, name);
    if (steps <= STEPS_MAX && (best === undefined || steps < best.steps)) best = { name, steps };
  }
  return best?.name;
}

/** Without what people forget: `kafkaBrokers` and `KAFKA-BROKERS` are `KAFKABROKERS`. */
const bareOf = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z\d]/g, '');

/** The letters that have to be added, removed or replaced to get from one text to the other (Levenshtein). */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries()) {
      const replaced = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min((row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
