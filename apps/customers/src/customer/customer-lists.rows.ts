import { Injectable } from '@nestjs/common';
import { GrowingLists } from '@halyard/lists';
import { DataSource } from 'typeorm';

@Injectable()
export class CustomerLists extends GrowingLists {
  constructor(dataSource: DataSource) {
    super(dataSource, 'list_new_customers');
  }
}
