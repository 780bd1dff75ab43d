/** What a client may call a bank: 1 to 50 characters on one line. In the sandbox a return code is a name too. */
export const SOURCE_NAME = /^[^\p{Cc}]{1,50}$/u;
