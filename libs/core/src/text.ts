/**
 * The form in which texts are compared, counted and made unique (Unicode NFC; decision "text"). They are stored as
 * sent.
 */
export const composed = (text: string): string => text.normalize('NFC');
