import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import { Changes } from '@halyard/changes';
import {
  type CollectionAnswer,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { applicationRoutes } from '@halyard/contracts/applications';
import { accountOf, applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { ManagerGuard, ReaderGuard } from '../account-people/owner-access.js';
import { Application } from '../application/application.entity.js';
import { AuthConfig } from '../config.js';
import { applicationAnswer } from './application.answer.js';
import { applicationList, applicationsQuery } from './application-list.query.js';
import { Applications } from './applications.js';
import { ChangeApplicationDto } from './change-application.dto.js';
import { CreateApplicationDto, type NewApplication } from './create-application.dto.js';
import { OwnApplicationGuard } from './own-application.guard.js';

@Controller()
export class ApplicationsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly applications: Applications,
    private readonly config: AuthConfig,
  ) {}

  /** @throws DomainError Forbidden, MaxNumberOfResources */
  @Serves(applicationRoutes.createApplication)
  @UseGuards(ManagerGuard)
  create(@CurrentOperation() operation: Operation, @Body() body: CreateApplicationDto): Promise<CreatedAnswer> {
    return this.applications.create(operation, body as NewApplication);
  }

  @Serves(applicationRoutes.listApplications)
  @UseGuards(ReaderGuard)
  async list(
    @CurrentOperation() operation: Operation,
    @ReadQuery(applicationsQuery) query: ValuesOf<typeof applicationsQuery>,
  ): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const list = await applicationList.of(manager, accountOf(operation), query.anchor);
    const { rows, ...shown } = await applicationList.page(manager, list, query);
    const items = rows.map((application) => applicationAnswer(application, applicationOf(operation), this.config));
    return { type: 'collection', self: ref('listApplications'), of: 'application', items, ...shown };
  }

  @Serves(applicationRoutes.getApplication)
  @UseGuards(ReaderGuard, OwnApplicationGuard)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'application'>> {
    const application = await this.dataSource.manager.findOneByOrFail(Application, { id });
    return applicationAnswer(application, applicationOf(operation), this.config);
  }

  /** @throws DomainError Forbidden, InvalidResourceState */
  @Serves(applicationRoutes.changeApplication)
  @UseGuards(ManagerGuard, OwnApplicationGuard)
  change(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() body: ChangeApplicationDto,
  ): Promise<ResourceAnswer<'application'>> {
    return this.changes.run(operation, async (change) =>
      applicationAnswer(
        await this.applications.change(change, operation, id, body),
        applicationOf(operation),
        this.config,
      ),
    );
  }
}
