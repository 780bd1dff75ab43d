import type { DataSource } from 'typeorm';

/** Statements that stay short, however many rows there are. */
const AT_ONCE = 5_000;

const some = (table: string, where: string): string => `
  ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${where} LIMIT ${AT_ONCE}))`;

const steps: readonly (readonly [line: string, sql: string, hasTime: boolean])[] = [
  [
    'sessions of people are ended',
    `UPDATE sessions SET ended_at = $1 WHERE ${some('sessions', 'ended_at IS NULL')}`,
    true,
  ],
  [
    'authorizations with refresh tokens are ended',
    `UPDATE token_families SET ended_at = $1 WHERE ${some('token_families', 'ended_at IS NULL')}`,
    true,
  ],
  ['device codes are removed', `DELETE FROM device_grants WHERE ${some('device_grants', 'true')}`, false],
  [
    'codes and tokens of the provider are removed',
    `DELETE FROM oidc_payloads WHERE ${some('oidc_payloads', 'true')}`,
    false,
  ],
  [
    'links that reset a password are removed',
    `DELETE FROM password_resets WHERE ${some('password_resets', 'true')}`,
    false,
  ],
  ['invitations are ended', `DELETE FROM invitations WHERE ${some('invitations', 'true')}`, false],
  [
    'letters that were due before are dropped',
    `DELETE FROM due_work WHERE ${some('due_work', `kind = 'letter'`)}`,
    false,
  ],
];

/** Ends whatever could be presented as proof of an earlier log-in or invitation. @returns lines for people */
export async function endLogIns(dataSource: DataSource, at: Date): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [line, sql, hasTime] of steps) {
    let count = 0;
    for (;;) {
      const [, changed] = await dataSource.query<[unknown, number]>(sql, hasTime ? [at] : []);
      count += changed;
      if (changed === 0) break;
    }
    lines.push(`${count} ${line}`);
  }
  return lines;
}
