import type { EntityManager } from 'typeorm';

/**
 * Runs a read, and explains its statements instead of executing them.
 *
 * @param row the row that the read gets for each statement
 * @returns Postgres' plans of the statements
 */
export async function plansOf(
  manager: EntityManager,
  row: object,
  read: (explaining: EntityManager) => Promise<unknown>,
): Promise<string> {
  const explaining = Object.create(manager) as EntityManager;
  const plans: string[] = [];
  explaining.query = async <T>(sql: string, values?: unknown[]): Promise<T> => {
    const lines = await manager.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [row] as T;
  };
  await read(explaining);
  return plans.join();
}
