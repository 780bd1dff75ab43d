import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RECORD_EVENTS_AFTER_RESTORES } from '../event/record-events/record-events.sql.js';
import { NOTE_REACHED_MILLION, NOTE_TRIGGER, noteTrigger, numberSources } from '../recovery/restarted-numbers.sql.js';

/**
 * After a restore, numbers go on at a full million (ADR 145). `restarted_numbers` has the gap of each account and
 * subscription: its last number before the restore, and its first one after it. Triggers record each million that a
 * number reaches in `taken_away`, from where it gets into the list.
 */
export class RestartNumbers1796450000145 implements MigrationInterface {
  readonly name = 'RestartNumbers1796450000145';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE restarted_numbers (
        kind text NOT NULL CHECK (kind IN ('events', 'deliveries', 'requests')),
        owner_id uuid NOT NULL,
        last bigint NOT NULL,
        first bigint NOT NULL CHECK (first > last),
        at timestamptz NOT NULL,
        PRIMARY KEY (kind, owner_id, first)
      )`);
    await queryRunner.query(NOTE_REACHED_MILLION);
    for (const source of numberSources) await queryRunner.query(noteTrigger(source));
    await queryRunner.query(RECORD_EVENTS_AFTER_RESTORES);
  }

  /** `record_events` stays: it needs neither the table nor the triggers. */
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { table } of numberSources) await queryRunner.query(`DROP TRIGGER ${NOTE_TRIGGER} ON ${table}`);
    await queryRunner.query('DROP FUNCTION note_reached_million');
    await queryRunner.query('DROP TABLE restarted_numbers');
  }
}
