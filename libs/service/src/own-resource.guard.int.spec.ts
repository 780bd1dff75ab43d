import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, HttpCode, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import type { FactAnswer } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { Required } from '@halyard/input';
import {
  applicationPrincipal,
  factAnswer,
  servicePrincipal,
  startTestService,
  type TestService,
} from '@halyard/testing';
import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import { OwnResourceGuard } from './own-resource.guard.js';
import type { ServiceDefinition } from './service-definition.js';

@Entity('notes')
class Note {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;
}

class CreateNotes1795262400000 implements MigrationInterface {
  readonly name = 'CreateNotes1795262400000';
  async up(runner: QueryRunner) {
    await runner.query('CREATE TABLE notes (id uuid PRIMARY KEY, account_id uuid NOT NULL)');
  }
  async down(runner: QueryRunner) {
    await runner.query('DROP TABLE notes');
  }
}

class NoteDto {
  @Required()
  text!: string;
}

@Injectable()
class OwnNoteGuard extends OwnResourceGuard {
  protected override readonly entity = Note;
}

@Controller()
class NotesController {
  @Post('/notes/:id')
  @HttpCode(200)
  @UseGuards(OwnNoteGuard)
  change(@Body() { text }: NoteDto): FactAnswer<string> {
    return factAnswer(text);
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

const definition: ServiceDefinition = {
  name: 'customers',
  config: () => ({}),
  module: () => NotesModule,
  entities: [Note],
  migrations: [CreateNotes1795262400000],
};

const valid = { text: 'a' };
const invalid = {};

describe('a route of an own resource', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await startTestService(definition);
  });
  beforeEach(async () => {
    id = newId();
    await service.dataSource.manager.insert(Note, { id, accountId: service.principal.accountId });
  });
  afterAll(() => service.stop());

  it('is open to the account that it belongs to, whose body is then validated', async () => {
    expect(await service.call('POST', `/notes/${id}`, { body: valid })).toEqual({
      status: 200,
      body: factAnswer('a'),
    });
    expect(await service.call('POST', `/notes/${id.toUpperCase()}`, { body: valid })).toMatchObject({ status: 200 });
    expect(await service.call('POST', `/notes/${id}`, { body: invalid })).toMatchObject({
      status: 400,
      body: { code: 'ValidationError' },
    });
  });

  it.each([
    ['valid', valid],
    ['invalid', invalid],
  ])('is NotFound to another account, and where there is none, with a body that is %s', async (_, body) => {
    const notFound = { status: 404, body: { code: 'NotFound' } };
    const principal = applicationPrincipal();
    expect(await service.call('POST', `/notes/${id}`, { principal, body })).toMatchObject(notFound);
    for (const none of [newId(), 'none']) {
      expect(await service.call('POST', `/notes/${none}`, { body })).toMatchObject(notFound);
    }
  });

  it('is Forbidden to a service, which acts for no account', async () => {
    const principal = servicePrincipal('transfers');
    expect(await service.call('POST', `/notes/${id}`, { principal, body: valid })).toMatchObject({
      status: 403,
      body: { code: 'Forbidden' },
    });
  });
});
