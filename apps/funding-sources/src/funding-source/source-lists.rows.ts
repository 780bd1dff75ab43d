import { Injectable } from '@nestjs/common';
import { GrowingLists } from '@halyard/lists';
import { DataSource } from 'typeorm';

/** The list of each account's funding sources and those of its customers. */
@Injectable()
export class SourceLists extends GrowingLists {
  constructor(dataSource: DataSource) {
    super(dataSource, 'list_new_sources');
  }
}
