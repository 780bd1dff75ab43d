export interface DerivedTable {
  readonly name: string;
  /** Name of the read model that writes it. */
  readonly model: string;
  readonly key: readonly string[];
  /** Key columns whose order depends on the database's language. */
  readonly textKeys?: readonly string[];
  readonly columns: readonly string[];
  /**
   * Columns that a migration has added. Older rows have no value in them until the read model is rebuilt. The key is in
   * the order in which rows were first written.
   */
  readonly addedColumns?: readonly string[];
}

export const derivedTables: readonly DerivedTable[] = [
  {
    name: 'transfers',
    model: 'transfers',
    key: ['id'],
    columns: [
      ...['payment_id', 'place', 'account_id', 'leg', 'kind', 'position', 'status', 'amount_minor', 'correlation_id'],
      ...['source_owner_kind', 'source_owner_id', 'source_funding_source_id', 'created', 'version', 'clearing', 'fees'],
      ...['destination_owner_kind', 'destination_owner_id', 'destination_funding_source_id', 'started', 'funding_id'],
      ...['funded_id', 'return_due', 'failure_code', 'metadata', 'account_number', 'source_number'],
      ...['destination_number', 'payment_number', 'payment_status'],
    ],
    addedColumns: ['trace', 'submitted_at', 'corrections'],
  },
  {
    name: 'party_transfers',
    model: 'transfers',
    key: ['party_id', 'number'],
    columns: ['transfer_id', 'other_party_id', 'created', 'amount_minor', 'status', 'correlation_id'],
  },
  { name: 'ledger_balances', model: 'ledger', key: ['funding_source_id'], columns: ['posted_minor', 'account_id'] },
  {
    name: 'ledger_payments',
    model: 'ledger',
    key: ['payment_id'],
    columns: ['open_legs', 'transit_minor', 'ended', 'account_id'],
  },
  { name: 'ledger_totals', model: 'ledger', key: ['account_id', 'name'], textKeys: ['name'], columns: ['minor'] },
  {
    name: 'unfinished_payments',
    model: 'unfinished-payments',
    key: ['payment_id'],
    columns: ['due', 'holds', 'awaited'],
  },
  {
    name: 'daily_statistics',
    model: 'statistics',
    key: ['account_id', 'date', 'flow', 'status'],
    textKeys: ['flow', 'status'],
    columns: ['count', 'amount_minor'],
  },
];
