import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, HttpCode, Injectable, Module, Param, Post } from '@nestjs/common';
import {
  type CloudEvent,
  created,
  type CreatedAnswer,
  type FactAnswer,
  type Operation,
  type ServiceName,
  serviceRoutes,
} from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { Clock, DomainError, newId } from '@halyard/core';
import { accountOf, CurrentOperation, ServiceCalls } from '@halyard/http';
import { IdPipe, Required } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { ConsumersModule, EventConsumer } from '@halyard/messaging';
import type { ServiceDefinition } from '@halyard/service';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  type MigrationInterface,
  PrimaryColumn,
  type QueryRunner,
} from 'typeorm';
import { applicationPrincipal, factAnswer, startTestService, type TestService } from './service-harness.js';

@Entity('notes')
class Note {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;
  @Column({ name: 'account_id', type: 'uuid' })
  accountId!: string;
  @Column({ type: 'text' })
  text!: string;
}

class CreateNotes1795262400000 implements MigrationInterface {
  readonly name = 'CreateNotes1795262400000';
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE notes (id uuid PRIMARY KEY, account_id uuid NOT NULL, text text NOT NULL)');
  }
  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE notes');
  }
}

class NoteDto {
  @Required()
  text!: string;
}

@Controller()
class NotesController {
  constructor(
    private readonly changes: Changes,
    private readonly dataSource: DataSource,
    private readonly services: ServiceCalls,
    private readonly clock: Clock,
  ) {}

  @Post('/notes')
  @HttpCode(201)
  async create(@Body() { text }: NoteDto, @CurrentOperation() operation: Operation): Promise<CreatedAnswer> {
    const accountId = accountOf(operation);
    const known = await this.services.ask(serviceRoutes.getAccountFact, accountId, operation);
    if (!known) throw new DomainError('Forbidden');
    return this.changes.run(operation, async (change) => {
      const id = newId();
      await change.tx.insert(Note, { id, accountId, text });
      const at = await this.clock.now(accountId);
      await change.record({ key: id, accountId, type: 'customers.noted.v1', data: { id }, at });
      return created('customer', id);
    });
  }

  @Get('/notes/:id')
  async get(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<FactAnswer<string>> {
    const note = await this.dataSource.manager.findOneBy(Note, { id, accountId: accountOf(operation) });
    if (!note) throw new DomainError('NotFound');
    return factAnswer(note.text);
  }
}

@Injectable()
class AccountConsumer extends EventConsumer {
  override readonly name = 'accounts';
  override readonly topics = ['auth.events.v1'] as const;
  override async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    for (const { subject, accountid } of events) {
      await tx.insert(Note, { id: subject, accountId: accountid, text: 'heard' });
    }
  }
}

@Module({ imports: [ConsumersModule.register([AccountConsumer])], controllers: [NotesController] })
class NotesModule {}

const definition: ServiceDefinition = {
  name: 'funding-sources' satisfies ServiceName,
  config: () => ({}),
  module: () => NotesModule,
  entities: [Note],
  migrations: [CreateNotes1795262400000],
};

describe('a service under test', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(definition, {
      services: { 'GET /internal/accounts/:id': factAnswer({ known: true }) },
    });
  });
  afterAll(() => service.stop());

  const createNote = async (operationId = newId()): Promise<string> => {
    const { status, body } = await service.call('POST', '/notes', { body: { text: 'a' }, operationId });
    expect(status).toBe(201);
    if (body.type !== 'created') throw new Error('not created');
    return body.resource.id;
  };

  it('keeps what it is given, records it, and answers from it', async () => {
    const id = await createNote();
    expect(await service.call('GET', `/notes/${id}`)).toEqual({ status: 200, body: factAnswer('a') });
    expect(await service.recorded(id)).toEqual([
      { key: id, sequence: 1, accountId: service.principal.accountId, type: 'customers.noted.v1', data: { id } },
    ]);
  });

  it('does an operation once', async () => {
    const operationId = newId();
    expect(await createNote(operationId)).toBe(await createNote(operationId));
  });

  it('hides what belongs to another account', async () => {
    const id = await createNote();
    expect((await service.call('GET', `/notes/${id}`, { principal: applicationPrincipal() })).status).toBe(404);
  });

  it('asks other services as itself', () => {
    const [call] = service.services.calls;
    expect(call).toMatchObject({
      service: 'auth',
      path: `/internal/accounts/${service.principal.accountId}`,
      operation: { principal: { kind: 'service', service: 'funding-sources' } },
    });
  });

  it('hears what other services tell', async () => {
    const id = newId();
    service.bus.tell('auth.events.v1', {
      specversion: '1.0',
      id: newId(),
      source: 'auth.events.v1',
      type: 'auth.account-opened.v1',
      subject: id,
      time: '2026-03-02T18:00:00.000Z',
      datacontenttype: 'application/json',
      accountid: service.principal.accountId,
      partitionkey: id,
      sequence: 1,
      data: {
        accountId: id,
        fact: {
          partyId: id,
          accountId: service.principal.accountId,
          kind: 'account',
          type: 'account',
          status: 'verified',
          version: 1,
        },
      },
    });
    await service.bus.settled();
    expect(await service.call('GET', `/notes/${id}`)).toEqual({ status: 200, body: factAnswer('heard') });
  });

  it('sees only the time that the test gives it', () => {
    const before = service.get(Clock).system();
    service.clock.advance(60_000);
    expect(service.get(Clock).system().getTime() - before.getTime()).toBe(60_000);
  });
});
