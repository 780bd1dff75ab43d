/** The names of fields that the words of the API do not say as people do. */
export const fieldLabels: Readonly<Record<string, string>> = {
  redirectUrls: 'Redirect URLs',
  postLogoutRedirectUrls: 'Redirect URLs after log-out',
  requirePkce: 'Require PKCE',
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
