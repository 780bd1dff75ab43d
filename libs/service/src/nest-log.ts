import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@halyard/observability';

/**
 * Writes Nest's lines to the service's log. Its messages about the start have the level debug; problems keep their
 * level.
 */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(textOf(message));
  }

  warn(message: unknown): void {
    this.logger.warn(textOf(message));
  }

  error(message: unknown): void {
    this.logger.error(message instanceof Error ? { err: message } : {}, textOf(message));
  }
}

const textOf = (message: unknown): string => {
  if (typeof message === 'string') return message;
  return message instanceof Error ? message.name : 'Nest reports something that is no text';
};
