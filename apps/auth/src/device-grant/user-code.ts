/** Consonants: no code is a word, and none has letters that look like digits. What oidc-provider calls `base-20`. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE = new RegExp(`^([${LETTERS}]{4})([${LETTERS}]{4})$`);

/** How oidc-provider writes user codes. */
export const USER_CODE = { charset: 'base-20', mask: '****-****' } as const;

/** A user code as it is shown, however a person has typed it; undefined for what is none. */
export function userCodeIn(typed: string): string | undefined {
  const [, first, second] = CODE.exec(typed.toUpperCase().replaceAll(/[\s-]/g, '')) ?? [];
  return first === undefined ? undefined : `${first}-${second}`;
}
