import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApplicationPrincipal, Operation } from '@halyard/contracts';
import { type Claim, deriveId, DomainError, isId } from '@halyard/core';

/**
 * A request in the form that adapters pass to Nest. It carries the operation as soon as its principal is established.
 */
export interface OperationCarrier {
  readonly operation?: Operation;
  /** The operation in an account that a guard has made of a browser's. */
  readonly inAccount?: Operation;
  /** The claim for the handler: see `Handle`. */
  readonly claim?: Claim;
  /** Makes the signal of `WaitEnd`. */
  readonly waitedFor?: () => AbortSignal;
}

/** @throws DomainError InvalidCredentials if the request carries no operation */
export function operationOf(request: OperationCarrier): Operation {
  if (!request.operation) throw new DomainError('InvalidCredentials');
  return request.operation;
}

/** Parameter decorator for controllers: the `Operation` that the request carries out. */
export const CurrentOperation = createParamDecorator((_: unknown, context: ExecutionContext): Operation =>
  operationOf(context.switchToHttp().getRequest<OperationCarrier>()),
);

/**
 * Parameter decorator for controllers whose operation begins with an append: the claim that the append makes, if any.
 */
export const CurrentClaim = createParamDecorator(
  (_: unknown, context: ExecutionContext): Claim | undefined =>
    context.switchToHttp().getRequest<OperationCarrier>().claim,
);

/**
 * Parameter decorator for controllers of plain routes that wait: a signal that aborts when nobody waits for the answer
 * any more, or when the process or its caller begins to stop. The handler then answers at once.
 */
export const WaitEnd = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  const { waitedFor } = context.switchToHttp().getRequest<OperationCarrier>();
  if (!waitedFor) throw new Error('the route is not plain');
  return waitedFor();
});

/** @throws DomainError Forbidden for services and browsers, because they act for no application */
export function applicationOf({ principal }: Operation): ApplicationPrincipal {
  if (principal.kind !== 'application') throw new DomainError('Forbidden');
  return principal;
}

/** Who acted, as it is recorded: an application, and the person for whom it acted. */
export interface Actor {
  readonly applicationId: string;
  /** Null if the application acted for nobody. */
  readonly personId: string | null;
}

/** @throws DomainError Forbidden as `applicationOf` */
export function actorOf(operation: Operation): Actor {
  const { applicationId, userId = null } = applicationOf(operation);
  return { applicationId, personId: userId };
}

/**
 * The id of the account that the operation acts for. Every query and command of a public route is limited to it.
 *
 * @throws DomainError Forbidden as `applicationOf`
 */
export const accountOf = (operation: Operation): string => applicationOf(operation).accountId;

/**
 * Makes an operation that is part of another. Its id is derived, so that a repeat of the whole repeats the same parts.
 * It has no Idempotency-Key, because the client's key covers the whole. It also counts as never sent before.
 */
export function partOf(
  { key: _key, keyRecord: _record, repeats: _repeats, ...operation }: Operation,
  ...parts: readonly string[]
): Operation {
  return { ...operation, id: deriveId(operation.id, ...parts) };
}

/** When the operation happens, by the clock of the account that it acts for. */
export const timeOf = ({ at }: Pick<Operation, 'at'>): Date => new Date(at);

/** @throws DomainError InvalidScopes unless the principal is an application with the scope `operator` */
export function requireOperator({ principal }: Operation): void {
  if (principal.kind !== 'application' || !principal.scopes.includes('operator')) {
    throw new DomainError('InvalidScopes');
  }
}

/**
 * The resource that a route names, for guards. Guards run before the body is read, so the resource of another account
 * is NotFound, whatever else is wrong with the request.
 *
 * @throws DomainError NotFound for an id that cannot exist
 */
export function namedResource(context: ExecutionContext): { readonly id: string; readonly operation: Operation } {
  const request = context.switchToHttp().getRequest<OperationCarrier & { params: Readonly<Record<string, string>> }>();
  const id = request.params['id'];
  if (!isId(id)) throw new DomainError('NotFound');
  return { id: id.toLowerCase(), operation: operationOf(request) };
}
