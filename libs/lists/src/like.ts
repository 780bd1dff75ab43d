const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The LIKE pattern of a text that may be anywhere. Wildcards in it are escaped. */
export const anywhere = (text: string): string => `%${escaped(text)}%`;

/** The LIKE pattern of a text that begins a word, in texts that have a blank before each word. */
export const atWordStart = (text: string): string => `% ${escaped(text)}%`;
