/** The value of each hexadecimal digit, by its character code. */
export const NIBBLES = new Uint8Array(128);
for (const digit of '0123456789abcdefABCDEF') NIBBLES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
