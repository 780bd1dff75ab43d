/** Only consonants, so that no code is a word, and no letters like digits. oidc-provider calls this `base-20`. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE = new RegExp(`^([${LETTERS}]{4})([${LETTERS}]{4})$`);

/** The form of user codes, in oidc-provider's notation. */
export const USER_CODE = { charset: 'base-20', mask: '****-****' } as const;

/** Accepts any way of typing a code; undefined if the text is no code. */
export function userCodeIn(typed: string): string | undefined {
  const [, first, second] = CODE.exec(typed.toUpperCase().replaceAll(/[\s-]/g, '')) ?? [];
  return first === undefined ? undefined : `${first}-${second}`;
}
