/**
 * The table of reference facts 7.2: situation, code and path of each row. A row with two codes stands here once for
 * each. Rows about fees have the path that leads to the fault (decision "pointers of faults"), not the published one.
 */
export const situations: readonly (readonly [situation: string, code: string, path: string])[] = [
  ['source not found', 'Invalid', '/_links/source/href'],
  ['source unverified, removed, wrong kind', 'Invalid', '/_links/source/href'],
  ['sender suspended, deactivated, not certified, over weekly limit', 'Restricted', '/_links/source/href'],
  ['destination not found', 'Invalid', '/_links/destination/href'],
  ['destination unusable or removed', 'Invalid', '/_links/destination/href'],
  ['receiver suspended/deactivated', 'Restricted', '/_links/destination/href'],
  ['pair of party types not allowed', 'NotAllowed', '/_links/destination/href'],
  ['source and destination the same source', 'Invalid', '/_links/destination/href'],
  ['destination party has no bank', 'RequiresFundingSource', '/_links/destination/href'],
  ['over the transaction limit', 'Invalid', '/amount/value'],
  ['unparsable, zero, negative', 'InvalidFormat', '/amount/value'],
  ['missing parts: source', 'Required', '/_links/source'],
  ['missing parts: destination', 'Required', '/_links/destination'],
  ['missing parts: amount', 'Required', '/amount'],
  ['missing parts: value', 'Required', '/amount/value'],
  ['missing parts: currency', 'Required', '/amount/currency'],
  ['currency not USD', 'Invalid', '/amount/currency'],
  ['balance too low', 'InsufficientFunds', '/_links/source/href'],
  ['metadata bad', 'Invalid', '/metadata'],
  ['fee account unknown', 'Invalid', '/fees/0/_links/charge-to/href'],
  ['fees above 50 %', 'Invalid', '/fees'],
  ['fee below 0.01', 'Invalid', '/fees/0/amount/value'],
  ['fee charge-to not a party', 'Invalid', '/fees/0/_links/charge-to/href'],
  ['fee amount unparsable', 'Invalid', '/fees/0/amount/value'],
  ['same-day not enabled', 'Restricted', '/clearing/destination'],
  ['correlationId bad', 'InvalidFormat', '/correlationId'],
  ['wire not enabled', 'NotAllowed', '/_links/source/href'],
  ['wire source is not a balance of the same owner', 'Invalid', '/_links/destination/href'],
  ['withdrawal: removed destination', 'Invalid', '/_links/destination/href'],
  ['withdrawal: account restricted', 'Restricted', '/_links/source/href'],
];

/** Rows of 7.2 without a case here, and why. */
export const notHere: Readonly<Record<string, string>> = {
  'metadata together with a balance funding source': 'does not apply (decision "creation errors")',
  'fees charged to different parties': 'does not apply (decision "creation errors")',
  'account cannot facilitate': 'does not apply (decision "creation errors")',
  'weekly receive limit': 'does not apply (decision "creation errors")',
  'above clearing cap': 'does not apply (decision "creation errors")',
  'addenda too long / feature off': 'does not apply (decision "creation errors"); the field is refused',
  'risk block': 'does not apply (decision "creation errors")',
  'concurrent transfers from one balance': 'does not apply (decision "creation errors")',
  'funds flow not enabled, or token lacks Send scope': 'the gateway asks for the scope before it forwards',
};

/** 7.2 has 35 rows. The row about missing parts stands here once for each of its five parts. */
export const ROWS = 39;
