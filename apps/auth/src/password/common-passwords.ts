/** Too many good passwords contain shorter words. */
const WORD_LENGTH_MIN = 4;

let loading: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000 passwords of published leaks, loaded when somebody first chooses a password. */
async function load(): Promise<ReadonlySet<string>> {
  // A CommonJS module: only its default export is the same in a bundle.
  const { default: common } = await import('@zxcvbn-ts/language-common');
  return new Set(common.dictionary['passwords-common']);
}

/** Whether the password is a common one, whatever its case, with digits and punctuation around it, or repeated. */
export async function isCommon(password: string): Promise<boolean> {
  loading ??= load();
  const known = await loading;
  const text = password.toLowerCase();
  const unit = repeatedUnit(text);
  const words = [text, unit, lettersOf(text), lettersOf(unit)];
  return unit.length < WORD_LENGTH_MIN || words.some((word) => word.length >= WORD_LENGTH_MIN && known.has(word));
}

/** `abcabcabc` -> `abc`; text without repetition stays as it is. */
const repeatedUnit = (text: string): string => text.slice(0, (text + text).indexOf(text, 1));

/** Removes digits and punctuation from both ends; empty if there are no letters. */
function lettersOf(text: string): string {
  const letters = [...text.matchAll(/\p{L}/gu)];
  const [first, last] = [letters.at(0), letters.at(-1)];
  return first && last ? text.slice(first.index, last.index + last[0].length) : '';
}
