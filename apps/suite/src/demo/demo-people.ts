import type { Seed } from '@halyard/auth/seed';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keptPrivately } from './private-files.js';

interface Login {
  readonly email: string;
  readonly password: string;
}

/** The people who can log in to a new sandbox. */
export interface DemoPeople {
  readonly person: Login;
  readonly operator: Login;
}

const login = (email: string): Login => ({ email, password: randomBytes(15).toString('base64url') });

const newPeople = (): DemoPeople => ({ person: login('owner@example.com'), operator: login('operator@example.com') });

/** Adds the people to the account, if they are not there yet. Their passwords are kept among the keys. */
export async function demoPeople(seed: Seed, accountId: string, keysDir: string): Promise<DemoPeople> {
  const people = await keptPrivately(join(keysDir, 'demo-people.json'), newPeople);
  await seed.addPerson({ ...people.person, name: 'Demo Owner', role: 'owner', accountId });
  await seed.addPerson({ ...people.operator, name: 'Demo Operator', role: 'operator', accountId });
  return people;
}
