import type { Logger } from '@halyard/observability';
import type { Logger as TypeOrmLogger } from 'typeorm';

/** Logs for TypeORM: slow statements without their parameters, and warnings. */
export class DatabaseLogger implements TypeOrmLogger {
  constructor(private readonly logger: Logger) {}

  logQuerySlow(durationMs: number, statement: string): void {
    this.logger.warn({ durationMs, statement }, 'slow statement');
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.logger.warn({ notice: String(message) }, 'warning of the database layer');
  }

  // Failed statements and migrations reach their callers as errors.
  logQuery(): void {}
  logQueryError(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
}
