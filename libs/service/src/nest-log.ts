import type { LoggerService } from '@nestjs/common';
import type { Logger } from '@halyard/observability';

/** Nest's own lines among the service's: what it says at start is for debugging, what goes wrong is not. */
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
