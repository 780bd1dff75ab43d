/** Texts are compared, counted and made unique in this form (Unicode NFC; decision "text"), but stored as sent. */
export const composed = (text: string): string => text.normalize('NFC');
