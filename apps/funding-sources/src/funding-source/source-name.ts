/** The names that clients may give a bank: 1 to 50 characters on one line. In the sandbox it may be a return code. */
export const SOURCE_NAME = /^[^\p{Cc}]{1,50}$/u;
