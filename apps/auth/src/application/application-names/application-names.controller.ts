import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { Serves } from '@halyard/http';
import { ArrayMaxSize, IsUUID } from 'class-validator';
import { DataSource, In } from 'typeorm';
import { Application } from '../application.entity.js';

const IDS_MAX = 200;

class ApplicationIdsDto {
  @ArrayMaxSize(IDS_MAX)
  @IsUUID('all', { each: true })
  ids!: string[];
}

/** Names applications for other services, which show people which application did something. */
@Controller()
export class ApplicationNamesController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(serviceRoutes.findApplicationNames)
  async find(
    @Body() { ids }: ApplicationIdsDto,
  ): Promise<FactAnswer<{ readonly names: Readonly<Record<string, string>> }>> {
    const found = await this.dataSource.manager.find(Application, {
      where: { id: In(ids) },
      select: { id: true, name: true },
    });
    return { type: 'fact', fact: { names: Object.fromEntries(found.map(({ id, name }) => [id, name])) } };
  }
}
