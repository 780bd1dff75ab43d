import { Text, Url } from '@halyard/config';

/** Settings of the program that prepares a database, each from the variable of its name. */
export class ProvisionConfig {
  /** A user who may create roles, and schemas in this database. No other program is told of it. */
  @Url(['postgres', 'postgresql'])
  readonly databaseAdminUrl!: string;

  /** Folder with `keys`, for keys that the environment does not give. */
  @Text({ optional: true })
  readonly dataDir?: string;
}
