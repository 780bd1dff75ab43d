import { type StoringService, storingServices } from '@halyard/contracts';
import { schemaOf } from '@halyard/persistence';
import { type Finding, findingOf } from '../finding.js';
import { attributesOf, usableSchemas, usableTables } from './rights.query.js';
import type { Session } from './server.query.js';

/** Finds rights of a service's role that reach beyond its own schema. */
export async function roleFault(service: StoringService, session: Session): Promise<Finding | undefined> {
  const { role, names } = await attributesOf(session);
  const others = storingServices.filter((other) => other !== service).map(schemaOf);
  const schemas = await usableSchemas(session, others);
  const rights = [...names, ...schemas.map((schema) => `schema ${schema}`)].join(', ');
  return rights === '' ? undefined : findingOf('role-too-mighty', { role, service, rights }, service);
}

/** Finds rights of the bus's role that reach beyond the histories, of which it may read some columns. */
export async function busRoleFault(session: Session): Promise<Finding | undefined> {
  const { role, names } = await attributesOf(session);
  const tables = await usableTables(session, storingServices.map(schemaOf));
  const rights = [...names, ...tables.map((table) => `table ${table}`)].join(', ');
  return rights === '' ? undefined : findingOf('role-too-mighty', { role, service: 'the bus', rights });
}
