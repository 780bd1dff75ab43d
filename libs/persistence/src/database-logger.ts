import type { Logger } from '@halyard/observability';
import type { Logger as TypeOrmLogger } from 'typeorm';

/** Writes TypeORM's log: slow statements, without their parameters, and warnings. */
export class DatabaseLogger implements TypeOrmLogger {
  constructor(private readonly logger: Logger) {}

  logQuerySlow(durationMs: number, statement: string): void {
    this.logger.warn({ durationMs, statement }, 'slow statement');
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.logger.warn({ notice: String(message) }, 'warning of the database layer');
  }

  // Not logged: callers get failed statements and migrations as errors.
  logQuery(): void {}
  logQueryError(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
}
