/** The names of fields that the words of the API do not say as people do. */
export const fieldLabels: Readonly<Record<string, string>> = {
  redirectUrls: 'Redirect URLs',
  postLogoutRedirectUrls: 'Redirect URLs after log-out',
  requirePkce: 'Require PKCE',
  // Of an account that is opened.
  'application.name': 'Name of its application',
  'application.key': 'Key of its application',
  'application.secret': 'Secret of its application',
  'owner.email': 'E-mail of its owner',
  'owner.name': 'Name of its owner',
};

/** The same of what can be chosen. */
export const choiceLabels: Readonly<Record<string, string>> = {
  'read-write-transact': 'Read, Write + Transact',
  send: 'Send',
  transactions: 'Transactions',
  funding: 'Funding sources',
  managecustomers: 'Manage customers',
  accountinfofull: 'Account information',
  openid: 'OpenID',
};
