import { Injectable } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { AnswerBody, Operation } from '@halyard/contracts';
import { withSpan } from '@halyard/observability';
import { Command, CommandBus } from '@nestjs/cqrs';

/**
 * A command whose answer is recorded after its effect, and then returned to every repeat. A process can die between
 * effect and answer, so the handler must be able to find the effect again by the operation's id.
 */
export abstract class RecordedCommand<Answer extends AnswerBody> extends Command<Answer> {
  constructor(readonly operation: Operation) {
    super();
  }
}

/** The command bus. It gives each command a span and records the answers of a `RecordedCommand`. */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    private readonly changes: Changes,
  ) {}

  execute<Answer extends AnswerBody>(command: Command<Answer>): Promise<Answer> {
    return withSpan(command.constructor.name, {}, async () => {
      const answer = await this.bus.execute(command);
      return command instanceof RecordedCommand ? this.changes.recordAnswer(command.operation, answer) : answer;
    });
  }
}
