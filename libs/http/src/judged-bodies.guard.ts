import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import type { ResourceKind } from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { type PublicRoute, publicRoutes, resources } from '@halyard/contracts/public-api';
import { answeredMembers, bodyClassOf, judgeMembers, type Judging, type Members } from '@halyard/input';
import { type OperationCarrier, operationOf } from './operation.js';
import { servedAs } from './serves.js';

type Rules = Omit<Judging, 'isStrict'>;
type Handler = ReturnType<ExecutionContext['getHandler']>;

const routes = { ...publicRoutes, ...operatorRoutes };

/** Checks bodies of clients' writes for unknown members. Bodies are read only after the guards have passed. */
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
  const name = servedAs(handler);
  const dto = bodyClassOf(controller, handler.name);
  if (name === undefined || !dto || !isOfClients(name)) return undefined;
  // Money moves by the place of members: a fee beside `fees`, or a receiver beside `_links`, must not be ignored.
  return { dto, answered: answeredBy(name), atItsLevel: name === 'createTransfer' };
}

const isOfClients = (name: string): name is PublicRoute => Object.hasOwn(routes, name);

/** The members of a route's answer, and of the resource read at its path. */
function answeredBy(name: PublicRoute): Members {
  const { path } = routes[name];
  const rows = [routes[name], ...Object.values(routes).filter((row) => row.method === 'GET' && row.path === path)];
  const kinds = rows.flatMap(({ answers }) => answers.flatMap((answer) => ('of' in answer ? [answer.of] : [])));
  return Object.assign({}, ...kinds.filter(isKind).map(answeredMembers)) as Members;
}

const isKind = (kind: string): kind is ResourceKind => Object.hasOwn(resources, kind);
