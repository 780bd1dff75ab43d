import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { slowedDown } from '../guess/slowed-down.js';
import type { FormFault } from '@halyard/pages';
import type { SubmittedForm } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import { type PageRequest, Pages } from '../page/pages.js';
import type { Visit } from '../page/visit.js';
import { returnedBy } from '../second-factor/passkey-form.js';
import { Passkeys } from '../second-factor/passkeys.js';
import type { Session } from '../session/session.entity.js';
import { OpenIdProvider } from '../token/openid-provider.js';
import type { UsedFactor } from './password-proof.js';
import { ENROLMENT, HOME, Logins } from './logins.js';
import { CODE, type CodeView, PASSKEY, RECOVERY, secondFactorPage } from './second-factor.page.js';
import { SecondFactors } from '../second-factor/second-factors.js';

const WRONG_CODE = 'The code is wrong, or was used already.';
const WRONG_PASSKEY = 'This passkey is not one of yours.';
const LOG_IN = '/login';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly pages: Pages,
    private readonly logins: Logins,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly provider: OpenIdProvider,
  ) {}

  @Serves(pageRoutes.showSecondFactor)
  showCode(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.show({ exchange, operation, path: CODE });
  }

  @Serves(pageRoutes.showRecovery)
  showRecovery(
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.show({ exchange, operation, path: RECOVERY });
  }

  @Serves(pageRoutes.verifySecondFactor)
  verifyCode(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.verify({ exchange, operation, path: CODE }, WRONG_CODE, ({ personId }, form) => ({
      method: 'otp',
      use: (tx) => this.factors.useOneTimeCode(tx, personId, form.text('code')),
    }));
  }

  @Serves(pageRoutes.verifyRecovery)
  verifyRecovery(
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.verify({ exchange, operation, path: RECOVERY }, WRONG_CODE, ({ personId }, form) => ({
      method: 'otp',
      use: (tx) => this.factors.useRecoveryCode(tx, personId, form.text('code')),
      recordUse: (tx) => this.factors.recordUse(tx, personId, form.text('code')),
    }));
  }

  @Serves(pageRoutes.verifyPasskey)
  verifyPasskey(
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.verify({ exchange, operation, path: PASSKEY }, WRONG_PASSKEY, ({ personId, id }, form) => ({
      method: 'hwk',
      use: (tx) => this.passkeys.use(tx, { personId, sessionId: id }, returnedBy(form)),
    }));
  }

  private show(request: PageRequest): Promise<Bytes> {
    return this.pages.show(request, async (visit) => {
      const { session } = visit;
      if (!session) return { to: LOG_IN };
      if (session.isComplete) return { to: HOME };
      return (await this.factors.isMissing(session.personId)) ? { to: ENROLMENT } : this.page(visit, session);
    });
  }

  private verify(
    request: PageRequest,
    fault: string,
    factorOf: (pending: Session, form: SubmittedForm) => UsedFactor,
  ): Promise<Bytes> {
    return this.pages.submit(request, async (visit, form) => {
      const { session } = visit;
      if (!session) return { to: LOG_IN };
      if (session.isComplete) return { to: session.nextPath };
      try {
        const loggedIn = await this.logins.withFactor(visit, session, factorOf(session, form));
        return loggedIn ?? (await this.page(visit, session, { faults: [faultAt(request.path, fault)] }));
      } catch (error) {
        return this.page(visit, session, slowedDown(error));
      }
    });
  }

  private async page(visit: Visit, { personId, id, nextPath }: Session, view: CodeView = {}): Promise<ShownPage> {
    const [hasAuthenticator, passkey, formAction] = await Promise.all([
      this.factors.hasAuthenticator(personId),
      this.passkeys.offerUse({ personId, sessionId: id }),
      this.provider.formActionOf(nextPath),
    ]);
    return { ...secondFactorPage(visit, { ...view, hasAuthenticator, passkey }), formAction };
  }
}

const faultAt = (path: string, message: string): FormFault =>
  path === PASSKEY ? { message } : { field: 'code', message };
