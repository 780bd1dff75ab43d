import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { slowedDown } from '../guess/slowed-down.js';
import { type PageRequest, Pages } from '../page/pages.js';
import { HOME, Logins } from './logins.js';
import { secondFactorPage } from './second-factor.page.js';
import { SecondFactors } from '../second-factor/second-factors.js';

const CODE = '/login/second-factor';
const RECOVERY = '/login/recovery-code';
const LOG_IN = '/login';

/** The second step of a log-in: a code of the authenticator, or one for when it is lost. */
@Controller()
export class SecondFactorController {
  constructor(
    private readonly pages: Pages,
    private readonly logins: Logins,
    private readonly factors: SecondFactors,
  ) {}

  @Serves('showSecondFactor')
  showCode(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.show({ exchange, operation, path: CODE });
  }

  @Serves('showRecovery')
  showRecovery(
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.show({ exchange, operation, path: RECOVERY });
  }

  @Serves('verifySecondFactor')
  verifyCode(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.verify({ exchange, operation, path: CODE }, (personId, code) =>
      this.factors.useOneTimeCode(personId, code),
    );
  }

  @Serves('verifyRecovery')
  verifyRecovery(
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.verify({ exchange, operation, path: RECOVERY }, (personId, code) =>
      this.factors.useRecoveryCode(personId, code),
    );
  }

  private show(request: PageRequest): Promise<Bytes> {
    return this.pages.show(request, (visit) => {
      const { session } = visit;
      if (!session) return Promise.resolve({ to: LOG_IN });
      return Promise.resolve(session.isComplete ? { to: HOME } : secondFactorPage(visit));
    });
  }

  private verify(request: PageRequest, use: (personId: string, code: string) => Promise<boolean>): Promise<Bytes> {
    return this.pages.take(request, async (visit, form) => {
      const { session } = visit;
      if (!session) return { to: LOG_IN };
      if (session.isComplete) return { to: HOME };
      const view = { faults: [{ field: 'code', message: 'The code is wrong, or was used already.' }] };
      try {
        const useCode = () => use(session.personId, form.text('code'));
        return (await this.logins.withCode(visit, session, useCode)) ?? secondFactorPage(visit, view);
      } catch (error) {
        return secondFactorPage(visit, slowedDown(error));
      }
    });
  }
}
