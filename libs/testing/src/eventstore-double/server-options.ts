const PREFIX = 'EVENTSTORE_';

/** The options that are useful on a server for Halyard. The server has a hundred more. */
const KNOWN = new Set(
  [
    ...['INSECURE', 'DB', 'LOG', 'CONFIG', 'MEM_DB', 'MAX_APPEND_SIZE', 'TELEMETRY_OPTOUT'],
    ...['CLUSTER_SIZE', 'CLUSTER_DNS', 'DISCOVER_VIA_DNS', 'GOSSIP_SEED', 'NODE_PRIORITY', 'READ_ONLY_REPLICA'],
    ...['NODE_IP', 'NODE_PORT', 'NODE_HOST_ADVERTISE_AS', 'NODE_PORT_ADVERTISE_AS'],
    ...['REPLICATION_IP', 'REPLICATION_PORT', 'REPLICATION_HOST_ADVERTISE_AS'],
    ...['ADVERTISE_HOST_TO_CLIENT_AS', 'ADVERTISE_NODE_PORT_TO_CLIENT_AS'],
    ...['CERTIFICATE_FILE', 'CERTIFICATE_PRIVATE_KEY_FILE', 'TRUSTED_ROOT_CERTIFICATES_PATH'],
    ...['DEFAULT_ADMIN_PASSWORD', 'DEFAULT_OPS_PASSWORD', 'RUN_PROJECTIONS', 'START_STANDARD_PROJECTIONS'],
  ].map((name) => PREFIX + name),
);

/** The variables in an environment with which a server would not start. */
export const unknownOptions = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !KNOWN.has(name));
