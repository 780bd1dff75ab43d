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
};
