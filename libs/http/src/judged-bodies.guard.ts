import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { answeredMembers, bodyClassOf, judgeMembers, type MemberRules, type Members } from '@halyard/input';
import { type OperationCarrier, operationOf } from './operation.js';
import { servedAs } from './serves.js';

type Rules = Omit<MemberRules, 'isStrict'>;
type Handler = ReturnType<ExecutionContext['getHandler']>;

/**
 * Says how the body of a client's write is checked for unknown members. The check follows when the body is read, after
 * all guards have passed.
 */
export class JudgedBodiesGuard implements CanActivate {
  private readonly rules = new Map<Handler, Rules | undefined>();

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<OperationCarrier & { readonly body?: unknown }>();
    if (request.body === undefined || request.body === null) return true;
    const rules = this.rulesOf(context);
    if (rules) judgeMembers(request.body, { ...rules, isStrict: operationOf(request).isStrict === true });
    return true;
  }

  private rulesOf(context: ExecutionContext): Rules | undefined {
    const handler = context.getHandler();
    if (!this.rules.has(handler)) this.rules.set(handler, rulesOf(context.getClass<object>(), handler));
    return this.rules.get(handler);
  }
}

function rulesOf(controller: Type<object>, handler: Handler): Rules | undefined {
  const row = servedAs(handler);
  const dto = bodyClassOf(controller, handler.name);
  if (!dto || !row || !('answers' in row)) return undefined;
  const answered = row.answers.flatMap((answer) => ('row' in answer ? [answeredMembers(answer.row)] : []));
  return { dto, answered: Object.assign({}, ...answered) as Members, atItsLevel: row.membersAtTheirLevel === true };
}
