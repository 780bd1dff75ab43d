import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { connectionStringProblem, readConnectionString } from './connection-string.js';

afterEach(() => void jest.restoreAllMocks());

describe('a connection string', () => {
  it.each([
    ['esdb://a', ['a:2113']],
    ['esdb://a:1?tls=false', ['a:1']],
    ['esdb://user:pass@a:1/?tls=true', ['a:1']],
    ['esdb://a:2113,b:2114,c?tls=false', ['a:2113', 'b:2114', 'c:2113']],
    ['esdb://user:p%40ss%3A@a,b?nodePreference=readOnlyReplica', ['a:2113', 'b:2113']],
    ['esdb+discover://user:pass@cluster.dns:2113', ['cluster.dns:2113']],
    ['esdb+discover://cluster.dns?maxDiscoverAttempts=3&discoveryInterval=50&gossipTimeout=2', ['cluster.dns:2113']],
    ['esdb://a?tlsCaFile=%2Fca.pem&userCertFile=%2Fc.pem&userKeyFile=%2Fk.pem', ['a:2113']],
    ['esdb://a?keepAliveInterval=10000&keepAliveTimeout=5000&connectionName=halyard', ['a:2113']],
    ['esdb://a?throwOnAppendFailure=false&defaultDeadline=3000', ['a:2113']],
  ])('is read as the client reads it: %s', (text, nodes) => {
    expect(connectionStringProblem(text)).toBeUndefined();
    expect(readConnectionString(text).nodes).toEqual(nodes);
  });

  it('is split into what the client may repeat and what nobody may', () => {
    const { withoutCredentials, credentials, deadlineMs } = readConnectionString(
      'esdb://ad%3Amin:hunter%402@a,b:1?tls=false&defaultDeadline=3000',
    );
    expect(withoutCredentials).toBe(
      'esdb://a,b:1?tls=false&defaultDeadline=3000&gossipTimeout=2&keepAliveTimeout=5000',
    );
    expect(credentials).toEqual({ username: 'ad:min', password: 'hunter@2' });
    expect(deadlineMs).toBe(3000);
  });

  it.each([
    ['http://user:hunter2@a', 'its client expected esdb:// or esdb+discover://'],
    ['esdb://user:hunter2@?tls=false', 'its client expected host'],
    ['esdb://user:hunter2@:port', 'its client expected port number'],
    ['esdb://user:hunter2@a:1:2', 'its client expected , or ?key=value'],
    ['esdb://user:hunter2@a?tls', 'its client expected ?key=value'],
    ['esdb://user:hunter2@a?tls=maybe', 'its client expected true or false'],
    ['esdb://user:hunter2@a?gossipTimeout=soon', 'its client expected Integer'],
    [
      'esdb://user:hunter2@a?nodePreference=any',
      'its client expected leader or follower or read_only_replica or random',
    ],
    ['esdb://user:%hunter2@a', 'its client expected percent-encoded text'],
    ['esdb://user:p@hunter2@a', 'its client expected a password whose @ is written as %40'],
  ])('is refused with what the client expected, and nothing of it is repeated: %s', (text, problem) => {
    expect(connectionStringProblem(text)).toBe(problem);
  });

  it('decides how soon a node that hangs is left, and where it does not, we do', () => {
    expect(readConnectionString('esdb://a/').withoutCredentials).toBe(
      'esdb://a/?gossipTimeout=2&keepAliveTimeout=5000',
    );
    const own = 'esdb://a?gossipTimeout=9&keepalive_timeout=9000';
    expect(readConnectionString(own).withoutCredentials).toBe(own);
  });

  it('is repeated in no warning of the client together with its password', () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue(undefined);
    readConnectionString('esdb://user:hunter2@a?tlsVerifyCert=false&unknown=1');
    expect(warn).toHaveBeenCalled();
    expect(JSON.stringify(warn.mock.calls)).not.toContain('hunter2');
  });
});
