import { Injectable } from '@nestjs/common';
import { GrowingLists } from '@halyard/lists';
import { DataSource } from 'typeorm';

@Injectable()
export class SourceLists extends GrowingLists {
  constructor(dataSource: DataSource) {
    super(dataSource, 'list_new_sources');
  }
}
