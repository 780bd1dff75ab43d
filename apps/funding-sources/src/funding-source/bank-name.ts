/** Routing number of the sandbox's test bank (specification, sandbox simulation rules). */
const TEST_BANK = '222222226';

/** No directory of banks is built in, so a bank that is not the sandbox's own has a neutral name. */
export const bankNameOf = (routingNumber: string): string =>
  routingNumber === TEST_BANK ? 'SANDBOX TEST BANK' : 'UNNAMED BANK';
