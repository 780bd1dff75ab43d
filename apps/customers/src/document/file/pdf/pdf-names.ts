// Any character of a name may be written by its code (ISO 32000-1, 7.3.5).
const ENCRYPT = '(?:E|#45)(?:n|#6[Ee])(?:c|#63)(?:r|#72)(?:y|#79)(?:p|#70)(?:t|#74)';
const LZW = '(?:L|#4[Cc])(?:Z|#5[Aa])(?:W|#57)';
const RUN_LENGTH = '(?:R|#52)(?:u|#75)(?:n|#6[Ee])(?:L|#4[Cc])(?:e|#65)(?:n|#6[Ee])(?:g|#67)(?:t|#74)(?:h|#68)';
const DECODE = '(?:D|#44)(?:e|#65)(?:c|#63)(?:o|#6[Ff])(?:d|#64)(?:e|#65)';

const ENCRYPTED = new RegExp(`/${ENCRYPT}`);
const UNCHECKABLE = new RegExp(`/(?:${LZW}|${RUN_LENGTH})${DECODE}`);

export const isEncrypted = (text: string): boolean => ENCRYPTED.test(text);

/** Whether data has one of the compressions that are not checked: they can make a thousand bytes of a few. */
export const isUncheckable = (text: string): boolean => UNCHECKABLE.test(text);
