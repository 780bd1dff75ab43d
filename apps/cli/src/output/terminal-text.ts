const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
/** All control characters but tabs and ends of lines (LF and CR LF). */
const HARMFUL = /\r(?!\n|$)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Somebody else's text on one line, without control characters. */
export const plain = (text: string): string => text.replaceAll(CONTROLS, ' ');

/** Lines that can do nothing to a terminal. */
export const harmless = (lines: string): string => lines.replaceAll(HARMFUL, ' ');

/** JSON without control characters: JSON itself escapes only those below U+0020. */
export const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);

/** A value as JSON that can be shown on a terminal. */
export const jsonText = (value: unknown, indent?: number): string => escaped(JSON.stringify(value, undefined, indent));
