/** Labels for fields whose names in the API are not what people say. */
export const fieldLabels: Readonly<Record<string, string>> = {
  redirectUrls: 'Redirect URLs',
  postLogoutRedirectUrls: 'Redirect URLs after log-out',
  // Fields of a transfer.
  '_links.source.href': 'From',
  '_links.destination.href': 'To',
  'amount.value': 'Amount',
  'fees.0._links.charge-to.href': 'Fee charged to',
  'fees.0.amount.value': 'Fee',
  'fees.0.amount.currency': 'Fee currency',
  'clearing.source': 'Clearing at the source',
  'clearing.destination': 'Clearing at the destination',
  url: 'URL',
  address1: 'Address',
  address2: 'Address, second line',
  'address.address1': 'Address',
  'address.stateProvinceRegion': 'State or region',
  'controller.address.address1': 'Controller address',
  'controller.address.stateProvinceRegion': 'Controller state or region',
  requirePkce: 'Require PKCE',
  // Settings of an account.
  weeklyLimit: 'Weekly limit, unverified customers',
  transferLimit: 'Transfer limit, verified customers',
  sameDayClearing: 'Same-day clearing',
  requireSecondFactor: 'Second factor required',
  waitFor: 'Wait for webhooks',
  perSecond: 'Events per second, at most',
  // Fields for opening an account.
  'application.name': 'Name of its application',
  'application.key': 'Key of its application',
  'application.secret': 'Secret of its application',
  'owner.email': 'E-mail of its owner',
  'owner.name': 'Name of its owner',
};

/** Labels for choices whose values in the API are not what people say. */
export const choiceLabels: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Write',
  llc: 'LLC',
  llp: 'LLP',
  corporation: 'Corporation',
  partnership: 'Partnership',
  soleProprietorship: 'Sole proprietorship',
  '*': 'All topics',
  ScanDobMismatch: 'Scan date of birth mismatch',
  'read-write-transact': 'Read, Write + Transact',
  send: 'Send',
  transactions: 'Transactions',
  funding: 'Funding sources',
  managecustomers: 'Manage customers',
  accountinfofull: 'Account information',
  openid: 'OpenID',
  'on-request': 'On request',
  'on-time': 'On time',
  real: 'Real',
  frozen: 'Frozen',
  running: 'Running',
  'same-day-cut-off': 'Same-day cut-off',
  'wire-cut-off': 'Wire cut-off',
  'standard-cut-off': 'Standard cut-off',
  'banking-day': 'Banking day',
  due: 'Thing that is due',
};

/** Hints by field name: they say what to type, or what the value is for. */
export const fieldHints: Readonly<Record<string, string>> = {
  ipAddress: 'The address from which the customer signed up.',
  correlationId: 'An id of your own system, by which this is found again.',
  by: 'Days, hours, minutes and seconds, or weeks: P60D, PT90M, P1DT12H, P2W. At most 400 days.',
  to: 'Such as 2026-12-01T16:00:00Z, with any offset. At most 400 days ahead.',
  toNext: 'Cut-offs are those of banking days in Chicago.',
  banks: 'Without a choice they act on time once the account’s time is not real, and on request while it is.',
  now: 'Where the clock begins, such as 2026-11-25T09:00:00Z. Only while the account has no customer, transfer or added bank.',
  'redirectUrls.0': 'People come back to one of these addresses once they have connected the application.',
};

/** Notes on the choices of a field, by field name. */
export const choiceNotes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: {
    real: 'goes with the time of this installation; a clock that is behind is advanced to it first',
    frozen: 'stands still until somebody advances it',
    running: 'goes on from where it stands',
  },
  banks: {
    'on-request': 'act when somebody processes their transfers',
    'on-time': 'act by the account’s time, at the cut-offs and on the banking days of the real rail',
  },
  role: {
    viewer: 'sees money, customers and webhooks, and changes nothing',
    member: 'adds and changes customers, banks and webhooks, but moves no money',
    treasurer: 'adds and changes customers, banks and webhooks, and moves money',
    owner: 'does everything in the account, and manages people, applications and secrets',
  },
};

/** Fields that few people need. They are folded away at the end of a form. */
export const seldomNeeded: ReadonlySet<string> = new Set([
  'ipAddress',
  'channels',
  '_links.on-demand-authorization.href',
]);

/** Objects whose fields stand together, with a legend, by the object's name in the form. */
export const groupLegends: Readonly<Record<string, string>> = {
  controller: 'Controller, the person who runs the company',
  passport: 'Passport',
};

/** The question that people answer if an action has several forms. */
export interface ShapeQuestion {
  readonly label: string;
  /** The answers, by the names of the forms. A form without an answer adds nothing for people. */
  readonly texts: Readonly<Record<string, string>>;
}

const shapeQuestions: readonly ShapeQuestion[] = [
  {
    label: 'How',
    texts: {
      default: 'Account and routing number',
      plaidToken: 'Plaid token',
      partnerToken: 'Token of a partner',
    },
  },
  {
    label: 'Who',
    texts: {
      default: 'Lives in the United States, has a social security number',
      'other-country': 'Lives elsewhere, has a social security number',
      passport: 'Lives in the United States, has a passport',
      'passport-other-country': 'Lives elsewhere, has a passport',
    },
  },
  {
    label: 'How far',
    texts: {
      advance: 'By a time',
      'advance.to-next': 'To what comes next',
      'advance.to': 'To a moment',
    },
  },
  {
    label: 'Acts for',
    texts: { default: 'This account alone', integration: 'Accounts whose people connect it' },
  },
  {
    label: 'Company',
    texts: {
      business: 'Its controller lives in the United States, has a social security number',
      'business-other-country': 'Its controller lives elsewhere, has a social security number',
      'business-passport': 'Its controller lives in the United States, has a passport',
      'business-passport-other-country': 'Its controller lives elsewhere, has a passport',
      'business-soleProprietorship': 'Sole proprietorship',
    },
  },
  {
    label: 'Change',
    texts: {
      edit: 'E-mail, phone or name',
      'edit.personal': 'Make it a verified person',
      'edit.business':
        'Make it a verified company: its controller lives in the United States, has a social security number',
      'edit.business-other-country':
        'Make it a verified company: its controller lives elsewhere, has a social security number',
      'edit.business-passport': 'Make it a verified company: its controller lives in the United States, has a passport',
      'edit.business-passport-other-country':
        'Make it a verified company: its controller lives elsewhere, has a passport',
      'edit.business-soleProprietorship': 'Make it a verified sole proprietorship',
      'edit.unverified': 'Let it send money, too',
      'edit.receive-only': 'Let it only receive money',
    },
  },
];

/** The question whose answers are these forms; undefined if people have no words for them. */
export const shapeQuestionOf = (names: readonly string[]): ShapeQuestion | undefined =>
  shapeQuestions.find(({ texts }) => names.some((name) => name !== 'default' && name !== 'edit' && name in texts));
