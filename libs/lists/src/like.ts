const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern for a text at any place. Wildcards in the text are escaped. */
export const anywhere = (text: string): string => `%${escaped(text)}%`;

/** The LIKE pattern for a text that begins a word, in texts with a blank before each word. */
export const atWordStart = (text: string): string => `% ${escaped(text)}%`;
