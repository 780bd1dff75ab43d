import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import type { OperationCarrier } from '@halyard/http';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { AccountClocks } from './account-clocks.js';

const MOVES_CLOCK = 'moves the clock';

/** Decorator for a handler that makes steps of its account's clock, and would wait for itself if it held the clock. */
export const MovesClock = (): MethodDecorator => SetMetadata(MOVES_CLOCK, true);

/**
 * Carries out each request of a client at the step of its account's clock by which it was stamped: whatever it writes
 * is committed before the next step, or the request is refused, and stamped anew.
 */
@Injectable()
export class AccountClockInterceptor implements NestInterceptor {
  constructor(private readonly clocks: AccountClocks) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<OperationCarrier & { readonly method: string }>();
    const { principal, step } = request.inAccount ?? request.operation ?? {};
    if (principal?.kind !== 'application' || Reflect.getMetadata(MOVES_CLOCK, context.getHandler()) === true)
      return next.handle();
    const { accountId } = principal;
    const handled = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    if (request.method !== 'GET') return from(this.clocks.during(accountId, step, handled));
    return from(this.clocks.requireStep(accountId, step).then(handled));
  }
}
