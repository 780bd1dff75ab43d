import {
  Body,
  Controller,
  Get,
  HttpCode,
  type INestApplication,
  Module,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { created, type CreatedAnswer, type FactAnswer, type Json, type Operation } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { aborted, type Claim, DomainError, newId, Unavailable } from '@halyard/core';
import { IsString, MaxLength } from 'class-validator';
import { ExchangeProbeController } from './exchange/exchange-probe.js';
import { ErrorFilter } from './error-filter.js';
import { IdPipe } from '@halyard/input';
import { type Handle, Idempotency } from './idempotency.js';
import { CurrentClaim, CurrentOperation, WaitEnd } from './operation.js';
import { DeclaredQuery, type Query as PageQuery, ReadQuery, type ValuesOf } from '@halyard/input';
import { page } from '@halyard/input';
import type { ServiceAnswer, ServiceRequest } from './service-request.js';
import { BodyPipe } from '@halyard/input';
import { Nested, Refused, Required } from '@halyard/input';

/** Stands for the failure of a dependency of the probe. */
export class DependencyAway extends Unavailable {}

const paged = new DeclaredQuery(page);

const fact = <Fact>(value: Fact): FactAnswer<Fact> => ({ type: 'fact', fact: value });

class AddressDto {
  @Required()
  @IsString()
  @MaxLength(10)
  city = '';
}

class ThingDto {
  @Required()
  @IsString()
  name = '';

  @Nested(() => AddressDto)
  address = new AddressDto();

  @Refused()
  fees?: unknown;
}

/** A controller that gives every kind of answer that a service can give. */
@Controller()
export class ProbeController {
  /** Called when `GET /slow` has begun. */
  onSlow: () => void = () => undefined;
  /** Lets `GET /slow` answer. */
  release: () => void = () => undefined;

  @Get('/echo/:first/and/:second')
  path(@Param() params: Record<string, string>, @Query() query: PageQuery): FactAnswer {
    return fact({ params: { ...params }, query: { ...query } });
  }

  @Get('/operation')
  operation(@CurrentOperation() operation: Operation): FactAnswer<Operation> {
    return fact(operation);
  }

  @Post('/operations')
  @HttpCode(200)
  carriedOut(@CurrentOperation() operation: Operation): FactAnswer<Operation> {
    return fact(operation);
  }

  @Post('/claims')
  @HttpCode(200)
  async claim(@CurrentClaim() claim: Claim | undefined): Promise<FactAnswer> {
    return fact((await claim?.see()) ?? null);
  }

  @Post('/echo')
  @HttpCode(200)
  body(@Body() body: Json): FactAnswer<Json> {
    return fact(body ?? null);
  }

  @Post('/things')
  @HttpCode(201)
  thing(@Body() { name }: ThingDto): CreatedAnswer {
    if (name === 'taken') throw new DomainError('DuplicateResource', { about: { kind: 'customer', id: '1' } });
    return created('customer', name);
  }

  @Get('/things/:id')
  get(@Param('id', IdPipe) id: string): FactAnswer<string> {
    return fact(id);
  }

  @Get('/pages')
  page(@ReadQuery(paged) asked: ValuesOf<typeof paged>): FactAnswer {
    return fact(asked);
  }

  @Put('/silent')
  silent(): void {}

  @Get('/bug')
  bug(): void {
    throw new TypeError('a secret detail');
  }

  @Get('/away')
  away(): void {
    throw new DependencyAway();
  }

  @Get('/slow')
  async slow(): Promise<FactAnswer<string>> {
    await new Promise<void>((resolve) => {
      this.release = resolve;
      this.onSlow();
    });
    return fact('at last');
  }

  /** Called when `GET /plain-waits` has begun. */
  onWait: () => void = () => undefined;
  /** Lets `GET /plain-waits` answer. */
  releaseWait: () => void = () => undefined;
  /** How many waits their end has ended. */
  endedWaits = 0;

  @Get('/plain-waits')
  async wait(@Query('wait') wait: string, @WaitEnd() end: AbortSignal): Promise<FactAnswer> {
    this.onWait();
    if (wait !== '0') await Promise.race([aborted(end), new Promise<void>((resolve) => (this.releaseWait = resolve))]);
    if (end.aborted) this.endedWaits += 1;
    return fact({ wait, isEnded: end.aborted });
  }
}

@Module({ controllers: [ProbeController, ExchangeProbeController] })
export class ProbeModule {}

export function prepareProbe(app: INestApplication, log = { error: () => undefined, warn: () => undefined }): void {
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter(), { log }));
}

/** An `Idempotency` whose behaviour a test sets, and whose answers it sees. */
export class ProbeIdempotency extends Idempotency {
  readonly answered: ServiceAnswer[] = [];
  keep: (request: ServiceRequest, handle: Handle) => Promise<ServiceAnswer> = ({ operation }, handle) =>
    handle(operation);

  override async run(request: ServiceRequest, handle: Handle): Promise<ServiceAnswer> {
    return this.keep(request, async (operation, claim) => {
      const answer = await handle(operation, claim);
      this.answered.push(answer);
      return answer;
    });
  }
}

export const probeOperation = (overrides: Partial<Operation> = {}): Operation => ({
  id: newId(),
  requestId: newId(),
  at: '2026-03-02T18:00:00.000Z',
  principal: {
    kind: 'application',
    applicationId: newId(),
    accountId: newId(),
    scopes: ['send', 'funding'],
    may: 'write',
  },
  ...overrides,
});
