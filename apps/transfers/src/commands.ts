import { Injectable } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import type { AnswerBody, Operation } from '@halyard/contracts';
import { withSpan } from '@halyard/observability';
import { Command, CommandBus } from '@nestjs/cqrs';

/**
 * A command whose answer is recorded behind its effect, and is then the answer to every repeat. Its handler has to find
 * the effect again by the operation's id: a process can die between the two.
 */
export abstract class RecordedCommand<Answer extends AnswerBody> extends Command<Answer> {
  constructor(readonly operation: Operation) {
    super();
  }
}

/** The command bus, and what all commands share: each has a span, and the answers of some are recorded. */
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
