const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern for a text in any place. It escapes wildcards in the text. */
export const anywhere = (text: string): string => `%${escaped(text)}%`;

/** The LIKE pattern for a text at the beginning of a word. The texts that it searches have a blank before each word. */
export const atWordStart = (text: string): string => `% ${escaped(text)}%`;
