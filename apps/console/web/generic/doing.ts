/** Relations of links that do something; any other leads to reading. */
export const doing: ReadonlySet<string> = new Set([
  ...['send', 'receive', 'transfer-send', 'transfer-receive', 'transfer-from-balance', 'transfer-to-balance'],
  ...['edit', 'edit-form', 'deactivate', 'suspend', 'reactivate', 'reinstate', 'remove', 'cancel', 'simulate'],
  ...['retry-verification', 'retry-with-full-ssn', 'certify-beneficial-ownership', 'verify-with-document'],
  ...['verify-business-with-document', 'verify-controller-and-business-with-document'],
  ...['initiate-micro-deposits', 'verify-micro-deposits', 'pause', 'resume', 'replay', 'retry'],
  ...['rotate-secret', 'withdraw', 'approve', 'reject', 'erase', 'hold', 'lift', 'rebuild', 'skip', 'reset-factors'],
]);
