import { DeclaredQuery, terms } from '@halyard/input';
import { NumberedList } from '@halyard/lists';
import { In } from 'typeorm';
import { Application } from '../application/application.entity.js';

/** The anchor is the number of the newest application that the first page could show. */
export const applicationsQuery = new DeclaredQuery({ ...terms.page, anchor: terms.anchor(/^\d{1,9}$/, Number) });

/** Oldest first. */
export const applicationList = new NumberedList<Application, object>({
  rows: 'applications',
  owner: 'account_id',
  number: 'number',
  filters: {},
  read: (db, accountId, numbers) =>
    db.find(Application, { where: { accountId, number: In([...numbers]) }, order: { number: 'DESC' } }),
});
