const isLong = process.env['TEST_RUN'] === 'long';
const of = <Amount>(usual: Amount, long: Amount): Amount => (isLong ? long : usual);

/** How often tests repeat something. Each count has one value for `npm test`, and one for `npm run test:long`. */
export const counts = {
  eventStore: {
    /** Races of two writers for one revision, and races of chains for the revisions of several streams. */
    races: of(100, 10_000),
    /** Appends to each stream while connections are cut. */
    appendsInTrouble: of(100, 2_000),
    /** Appends that each of four writers makes beside a slow transaction. */
    appendsInOrder: of(200, 2_000),
    interleavings: of(300, 5_000),
  },
  /** Rounds in which two processes claim the same key for an append. */
  claims: of(25, 500),
  /** Rounds of fifty concurrent requests with one key, sent to three processes. */
  keysAtOnce: of(20, 200),
  payments: {
    /** Random sequences of payments and of what happens to them. */
    programs: of(700, 10_000),
    /** Random sequences of payments whose banks behave by rules, outages, files and a clock. */
    bankPrograms: of(150, 10_000),
    /** More sequences of this kind, in which each balance's transfers are also listed. */
    balances: of(8, 300),
    /** Whether all return codes are tested, or only one for each set of effects. */
    everyReturnCode: of(false, true),
  },
  /** Random sequences of faults while webhooks are delivered. */
  deliveryFaults: of(20, 1_000),
  api: {
    /** Rounds of fifty concurrent valid requests with one key. */
    keys: of(2, 1_000),
    refusedKeys: of(4, 200),
    /** Bodies for each route that are valid by its schema. */
    conformingBodies: of(6, 1_000),
    hostileBodies: { embedded: of(6, 1_000), distributed: of(5, 1_000) },
    faultyBodies: of(30, 500),
    /** Rounds in which something is created and used at once, or closed and refused at once. */
    consistency: of(10, 1_000),
  },
  commandLine: {
    /** Processes whose token expires at the same time. */
    processes: of(8, 100),
  },
  console: {
    /** Tabs of one browser, each with a stream of events and of requests. */
    tabs: of(6, 24),
    /** Concurrent requests of one person. */
    requestsOfOne: of(20, 50),
    /** Persons at the same time, each with a stream of events and of requests. */
    persons: of(8, 100),
  },
  identity: {
    /** Rounds in which a token is revoked and then used. */
    revocations: of(10, 1_000),
    /** Rounds of kills. Each round has a kill at every step from a log-in to a log-out. */
    kills: of(1, 12),
  },
  erasure: {
    /** Groups of a few persons who are erased together. */
    groups: of(2, 1_000),
    /** Whether to kill at every step of an erasure, or only at some. */
    everyKill: of(false, true),
  },
  /** Rounds in which a suite that serves is backed up, lost and restored. */
  restores: of(2, 20),
  outages: {
    killsOfSuite: { embedded: of(3, 60), distributed: of(2, 60) },
    /** Kills while clocks are advanced, and as many while simulations and files of banks that behave are carried out. */
    killsOfAdvances: of(3, 40),
    flapsOfPostgres: of(8, 200),
    /** Kills of a process, the broker or Postgres, while two processes of each service run. */
    kills: of(4, 60),
    /** Whether to kill with either event store, or only with the streams in Postgres. */
    killsOnEitherStore: of(false, true),
    /**
     * Rounds of `consistency` with two processes of each service. The long run leaves these out: there `consistency`
     * has enough rounds.
     */
    consistencyOfTwo: of(10, 0),
    /** Restarts of all processes, one by one, while two of each service run. */
    restartsOfTwo: of(0, 5),
    restartsOfOne: of(1, 5),
    /** Whether to send npm SIGTERM and SIGINT in the distributed mode too. */
    everySignalDistributed: of(false, true),
    /** Whether, in the distributed mode too, a command line listens while the suite is killed. */
    listenerDistributed: of(false, true),
  },
  /** The timeout of a test that repeats something, in milliseconds. */
  patienceMs: of(60_000, 900_000),
} as const;
