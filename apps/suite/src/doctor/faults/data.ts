import type { KnownFault } from './fault.js';

/** Faults of databases, brokers and the event store, by their names. */
export const dataFaults = {
  'restore-unfinished': {
    subject: 'database',
    message: '{sentence}',
    mend: 'Repeat the restore with the same backup. Until it is whole, nothing starts on this folder.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
  'database-not-reached': {
    subject: 'database',
    message: '{sentence}',
    mend: 'Start the server, or correct the address in the setting.',
    help: 'docs/runbooks/store-down.md',
  },
  'role-cannot-log-in': {
    subject: 'database',
    message: '{sentence}',
    mend: 'Run the program provision again, with the keys that the services have: it gives each role its password.',
    help: 'docs/how-to/deploy-kubernetes.md',
  },
  'role-too-mighty': {
    subject: 'database',
    message: 'The database role {role} of {service} has rights that it must not have: {rights}.',
    mend: 'Take these rights away (ALTER ROLE, REVOKE), or give {service} the role that the program provision makes.',
    help: 'docs/how-to/deploy-kubernetes.md',
  },
  'migration-missing': {
    subject: 'database',
    message: 'The schema of {service} is older than this build: {migrations} did not run yet.',
    mend: 'Start {service} of this build, which runs its migrations before it serves.',
    help: 'docs/how-to/upgrade.md',
  },
  'migration-newer': {
    subject: 'database',
    message: 'The schema of {service} is newer than this build, which does not know {migrations}.',
    mend: 'Run the newer build here too. Go back to an older build only as far as its release notes allow.',
    help: 'docs/how-to/upgrade.md',
  },
  'migration-changed': {
    subject: 'database',
    message: '{sentence}',
    mend: 'Use the build that made the data, or new data.',
    help: 'docs/how-to/upgrade.md',
  },
  'connections-too-few': {
    subject: 'database',
    message: 'The pools of all processes have up to {wanted} connections, and the server at {server} allows {allowed}.',
    mend: 'Raise max_connections of the server, or lower DATABASE_POOL.',
    help: 'docs/settings.md',
  },
  'connections-used-up': {
    subject: 'database',
    message: 'The server at {server} has {used} connections open, of {allowed} that it allows.',
    mend: 'Find out who holds them (pg_stat_activity), or raise max_connections of the server.',
    help: 'docs/runbooks/errors-and-overload.md',
  },
  'broker-not-reached': {
    subject: 'broker',
    message: '{sentence}',
    mend: 'Start the brokers, or correct KAFKA_BROKERS, KAFKA_TLS, KAFKA_CA_FILE or KAFKA_SASL_MECHANISM.',
    help: 'docs/runbooks/broker-down.md',
  },
  'broker-refuses-login': {
    subject: 'broker',
    message: 'The brokers at {brokers} refuse the log-in of KAFKA_USERNAME.',
    mend: 'Correct KAFKA_USERNAME, KAFKA_PASSWORD or KAFKA_SASL_MECHANISM, or give that user access.',
    help: 'docs/settings.md',
  },
  'topic-missing': {
    subject: 'broker',
    message: 'The brokers have no topic {topic}, to which {service} publishes its events.',
    mend: 'Start {service}, which makes its topic; or make it by hand, if the user of {service} may make none.',
    help: 'docs/runbooks/broker-down.md',
  },
  'topic-replicas-few': {
    subject: 'broker',
    message: 'Topic {topic} has {assigned} replicas, and KAFKA_REPLICATION asks for {wanted}.',
    mend: 'Assign more replicas to the topic, with the programs of Kafka. The setting counts for new topics alone.',
    help: 'docs/runbooks/broker-down.md',
  },
  'topic-replicas-behind': {
    subject: 'broker',
    message: 'Of the {assigned} replicas of topic {topic}, only {current} have everything.',
    mend: 'Bring the brokers back that have the others.',
    help: 'docs/runbooks/broker-down.md',
  },
  'topics-of-later-epoch': {
    subject: 'broker',
    message: '{sentence}',
    mend: 'Decide which of the two serves, and leave the other one stopped.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
  'store-not-reached': {
    subject: 'store',
    message: '{sentence}',
    mend: 'Start the event store, or correct EVENTSTORE_URL.',
    help: 'docs/runbooks/store-down.md',
  },
  'store-foreign': {
    subject: 'store',
    message: '{sentence}',
    mend: 'Give transfers the database and the streams of one installation.',
    help: 'docs/runbooks/data-lost.md',
  },
  'store-older': {
    subject: 'store',
    message: '{sentence}',
    mend: 'Bring database and event store to the same moment.',
    help: 'docs/runbooks/data-lost.md',
  },
  'store-epoch-over': {
    subject: 'store',
    message: '{sentence}',
    mend: 'Decide which of the two serves, and leave the other one stopped.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
} as const satisfies Readonly<Record<string, KnownFault>>;
