import { Text, Url } from '@halyard/config';

/** Settings of the program that prepares a database. */
export class ProvisionConfig {
  /** URL with a user who may create roles, and schemas in this database. No other program gets it. */
  @Url(['postgres', 'postgresql'])
  readonly databaseAdminUrl!: string;

  /** Folder that contains `keys`, for keys that the environment does not give. */
  @Text({ optional: true })
  readonly dataDir?: string;
}
