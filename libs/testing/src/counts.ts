const isLong = process.env['TEST_RUN'] === 'long';
const of = <Amount>(usual: Amount, long: Amount): Amount => (isLong ? long : usual);

/** Repetitions of tests that repeat something: with `npm test`, and in full with `npm run test:long`. */
export const counts = {
  eventStore: {
    /** Races of two writers for a revision, and of chains for several. */
    races: of(100, 10_000),
    /** Appends to each stream while connections are being cut. */
    appendsInTrouble: of(100, 2_000),
    /** Appends of each of four writers beside a slow transaction. */
    appendsInOrder: of(200, 2_000),
    interleavings: of(300, 5_000),
  },
  /** Rounds in which two processes claim a key for an append. */
  claims: of(25, 500),
  /** Rounds of fifty concurrent requests with one key, in three processes. */
  keysAtOnce: of(20, 200),
  payments: {
    /** Random programs of payments. */
    programs: of(700, 10_000),
    /** Random programs of payments whose balances' transfers are listed. */
    balances: of(8, 300),
    /** Whether to test all return codes, or one for each kind of effects. */
    everyReturnCode: of(false, true),
  },
  /** Random sequences of faults in webhook deliveries. */
  deliveryFaults: of(20, 1_000),
  api: {
    /** Rounds of fifty concurrent requests with one key: valid ones, and refused ones. */
    keys: of(2, 1_000),
    refusedKeys: of(4, 200),
    /** Bodies for each route: valid by its schema, hostile, and with many faults. */
    conformingBodies: of(6, 1_000),
    hostileBodies: { embedded: of(6, 1_000), distributed: of(5, 1_000) },
    faultyBodies: of(30, 500),
    /** Rounds of create-then-use and close-then-refused. */
    consistency: of(10, 1_000),
  },
  commandLine: {
    /** Number of processes that find their token expired at the same time. */
    processes: of(8, 100),
  },
  console: {
    /** Tabs of one browser that hear events and requests. */
    tabs: of(6, 24),
    /** Requests of one person at once. */
    requestsOfOne: of(20, 50),
    /** Persons at once, each with both streams. */
    persons: of(8, 100),
  },
  identity: {
    /** Rounds of revoke-then-use. */
    revocations: of(10, 1_000),
    /** Rounds of kills, one in each step from a log-in to a log-out. */
    kills: of(1, 12),
  },
  erasure: {
    /** Groups of a few persons each. */
    groups: of(2, 1_000),
    /** Whether to kill at each step of an erasure, or only at some. */
    everyKill: of(false, true),
  },
  outages: {
    killsOfSuite: { embedded: of(3, 60), distributed: of(2, 60) },
    flapsOfPostgres: of(8, 200),
    /** Kills of any process, the broker or Postgres, with two of each service. */
    kills: of(4, 60),
    /** Whether the kills run only with the streams in Postgres, or with either store. */
    killsOnEitherStore: of(false, true),
    /** Rounds with two processes of each service; `consistency` has the full count of these. */
    consistencyOfTwo: of(10, 0),
    /** Restarts of all processes one by one, with two of each service and with one. */
    restartsOfTwo: of(0, 5),
    restartsOfOne: of(1, 5),
    /** Whether to send SIGTERM and SIGINT to npm in the distributed mode too. */
    everySignalDistributed: of(false, true),
    /** Whether the command line listens beside a suite that is killed in the distributed mode too. */
    listenerDistributed: of(false, true),
  },
  /** Timeout of a test that repeats any of these, in milliseconds. */
  patienceMs: of(60_000, 900_000),
} as const;
