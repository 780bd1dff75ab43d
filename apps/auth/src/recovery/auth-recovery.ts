import { Changes, IdempotencyRecords } from '@halyard/changes';
import { recordedSince, type RecoverySource, type RestoredData } from '@halyard/recovery';
import { Passwords } from '../password/passwords.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { People } from '../person/people.js';
import { Memberships } from '../person/memberships.js';
import { Revocations } from '../revocation/revocations.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { SigningKeys } from '../signing-key/signing-keys.js';
import { replaceSigningKeys } from '../signing-key/rotate-keys/signing-key-rotations.js';
import { AccountStandings } from '../suspension/account-standings.js';
import { endLogIns } from './ended-log-ins.rows.js';
import { LostAccess } from './lost-access.js';
import { LostCredentials } from './lost-credentials.js';
import { accessKinds, TakenAwayRecords } from '../taken-away/taken-away-records.js';

/**
 * Takes away again what was taken away after the backup. Log-ins, tokens and letters that the backup still has are
 * ended, too: they may have been ended, or used, since then.
 */
export const authRecovery: RecoverySource = {
  kinds: accessKinds,
  list: recordedSince,
  async apply(restored) {
    const { dataSource, clock } = restored;
    const lines = [
      ...(await lostAccessOf(restored).apply(restored.entries)),
      ...(await endLogIns(dataSource, clock.system())),
    ];
    await rotateSigningKeys(restored);
    return [...lines, 'the signing keys are new, and no former token is valid'];
  },
};

function lostAccessOf({ dataSource, sealer, clock }: RestoredData): LostAccess {
  const records = new TakenAwayRecords(clock);
  return new LostAccess({
    dataSource,
    clock,
    changes: new Changes(dataSource, new IdempotencyRecords({ dataSource, sealer, clock, isDurable: false })),
    memberships: new Memberships(new People(sealer, clock), new SecurityEvents(sealer, clock), records),
    standings: new AccountStandings(new Revocations(clock), records),
    credentials: new LostCredentials(new Passwords(sealer), new SecondFactors(dataSource, sealer, clock, records)),
  });
}

async function rotateSigningKeys({ dataSource, sealer, clock }: RestoredData): Promise<void> {
  const keys = await new SigningKeys(dataSource, sealer, clock).make();
  const events = new SecurityEvents(sealer, clock);
  await dataSource.transaction(async (tx) => {
    await replaceSigningKeys(tx, keys, new Revocations(clock), clock.system());
    await events.record(tx, 'signing_key_rotated', {});
  });
}
