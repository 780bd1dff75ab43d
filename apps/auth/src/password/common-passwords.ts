/** Shorter words are parts of too many good passwords. */
const WORD_LENGTH_MIN = 4;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords of published leaks, read when somebody chooses a password. */
async function load(): Promise<ReadonlySet<string>> {
  // A CommonJS module: only its default export is the same in a bundle.
  const { default: common } = await import('@zxcvbn-ts/language-common');
  return new Set(common.dictionary['passwords-common']);
}

/**
 * Whether a password is among those that attackers try first: a common one, whatever the case of its letters, with
 * digits and punctuation around it, or repeated.
 */
export async function isCommon(password: string): Promise<boolean> {
  loading ??= load();
  const known = await loading;
  const text = password.toLowerCase();
  const unit = repeatedUnit(text);
  const words = [text, unit, lettersOf(text), lettersOf(unit)];
  return unit.length < WORD_LENGTH_MIN || words.some((word) => word.length >= WORD_LENGTH_MIN && known.has(word));
}

/** `abcabcabc` -> `abc`; text that repeats nothing stays as it is. */
const repeatedUnit = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

/** What is left without the digits and punctuation at both ends; nothing where there are no letters. */
function lettersOf(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)];
  const [first, last] = [letters.at(0), letters.at(-1)];
  return first && last ? text.slice(first.index, last.index + last[0].length) : '';
}
