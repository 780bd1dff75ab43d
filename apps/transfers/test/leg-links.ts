/**
 * A client's view of each leg, as `<relation> <target>`, with the clearing and whether the leg has an ACH id. `from`
 * and `to` are the funding sources that the caller named, `sender` and `receiver` the parties.
 */
interface LinksRow {
  readonly flow: string;
  readonly creation: readonly string[];
  /** After everything has been processed. */
  readonly end: readonly string[];
}

const debit = 'clearing source standard, ACH';
const credit = 'clearing destination next-day, ACH';
const fromOwnBank = 'source from, destination sender, source-funding-source from';
const toOwnBank = 'source sender, destination to, destination-funding-source to';
const between = 'source sender, destination receiver, source-funding-source from, destination-funding-source to';

const T2 = (more = '') => `T2: ${fromOwnBank}, funded-transfer T1${more}, ${debit}`;
/** T3 starts at the receiver's balance; to one's own bank, at one's own balance. */
const T3 = (owner: 'sender' | 'receiver', more = '') =>
  `T3: source ${owner}, destination to, destination-funding-source to, funding-transfer T1${more}, ${credit}`;
const cancel = ', cancel, simulate';

/** Each flow of reference facts 7.4 and 7.5. */
export const linksRows: readonly LinksRow[] = [
  {
    flow: 'holder bank to own balance',
    creation: [`T1: ${fromOwnBank}, cancel, simulate, ${debit}`],
    end: [`T1: ${fromOwnBank}, ${debit}`],
  },
  {
    flow: 'holder balance to own bank',
    creation: [`T1: ${toOwnBank}, cancel, simulate, ${credit}`],
    end: [`T1: ${toOwnBank}, ${credit}`],
  },
  {
    flow: 'holder balance to own wire',
    creation: [`T1: ${toOwnBank}, cancel, simulate`],
    end: [`T1: ${toOwnBank}`],
  },
  {
    flow: 'holder bank to holder balance',
    creation: [T2(cancel), `T1: ${between}, funding-transfer T2, cancel, simulate`],
    end: [T2(), `T1: ${between}, funding-transfer T2`],
  },
  {
    flow: 'holder bank to holder bank',
    creation: [T2(cancel), `T1: ${between}, funding-transfer T2, cancel, simulate`],
    end: [T2(), `T1: ${between}, funding-transfer T2, funded-transfer T3`, T3('receiver')],
  },
  {
    // T1 is with no bank until its money has come, and gets its ACH id then.
    flow: 'holder bank to plain bank',
    creation: [T2(cancel), `T1: ${between}, funding-transfer T2, cancel, simulate, clearing destination next-day`],
    end: [T2(), `T1: ${between}, funding-transfer T2, ${credit}`],
  },
  {
    flow: 'holder balance to holder balance',
    creation: [`T1: ${between}`],
    end: [`T1: ${between}`],
  },
  {
    flow: 'holder balance to holder bank',
    creation: [`T1: ${between}, funded-transfer T3`, T3('receiver', cancel)],
    end: [`T1: ${between}, funded-transfer T3`, T3('receiver')],
  },
  {
    flow: 'holder balance to plain bank',
    creation: [`T1: ${between}, cancel, simulate, ${credit}`],
    end: [`T1: ${between}, ${credit}`],
  },
  {
    flow: 'plain bank to holder balance',
    creation: [`T1: ${between}, cancel, simulate, ${debit}`],
    end: [`T1: ${between}, ${debit}`],
  },
  {
    flow: 'plain bank to holder bank',
    creation: [`T1: ${between}, cancel, simulate, ${debit}`],
    end: [`T1: ${between}, funded-transfer T3, ${debit}`, T3('receiver')],
  },
  {
    flow: 'holder bank to own bank',
    creation: [`T1: ${fromOwnBank}, cancel, simulate, ${debit}`],
    end: [`T1: ${fromOwnBank}, funded-transfer T3, ${debit}`, T3('sender')],
  },
];
