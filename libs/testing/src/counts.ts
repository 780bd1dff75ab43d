const isLong = process.env['TEST_LONG'] === 'true';
const of = <Amount>(usual: Amount, long: Amount): Amount => (isLong ? long : usual);

/** How much the tests do that do the same many times: with `npm test`, and in full with `npm run test:long`. */
export const counts = {
  eventStore: {
    /** In which two writers race for a revision, and chains for several. */
    races: of(100, 10_000),
    /** Appends to each stream while connections are cut. */
    appendsInTrouble: of(100, 2_000),
    /** Of each of four writers beside a slow transaction. */
    appendsInOrder: of(200, 2_000),
    interleavings: of(300, 5_000),
  },
  /** In which two processes claim a key for an append. */
  claims: of(25, 500),
  /** Times fifty requests at once under one key, in three processes. */
  keysAtOnce: of(20, 200),
  payments: {
    /** Random programs of payments. */
    programs: of(500, 10_000),
    /** All return codes, or one of each kind of effects. */
    everyReturnCode: of(false, true),
  },
  /** Random courses of webhook deliveries. */
  deliveryFaults: of(20, 1_000),
  api: {
    /** Times fifty requests at once under one key: good ones, and such as are refused. */
    keys: of(2, 1_000),
    refusedKeys: of(4, 200),
    /** Bodies for each route: of its schema, hostile ones, and such as have many faults. */
    conformingBodies: of(12, 1_000),
    hostileBodies: { embedded: of(20, 1_000), distributed: of(5, 1_000) },
    faultyBodies: of(30, 500),
    /** Rounds of create-then-use and close-then-refused. */
    consistency: of(10, 1_000),
  },
  erasure: {
    /** Of a few persons each. */
    groups: of(2, 1_000),
    /** At each step of an erasure, or at some. */
    everyKill: of(false, true),
  },
  outages: {
    killsOfSuite: { embedded: of(3, 60), distributed: of(1, 60) },
    flapsOfPostgres: of(8, 200),
    /** Of any process, the broker or Postgres, with two of each service. */
    kills: of(4, 60),
    /** Two of each service; `consistency` has the full count of these. */
    consistencyOfTwo: of(10, 0),
    /** One by one, with two of each service and with one. */
    restartsOfTwo: of(0, 5),
    restartsOfOne: of(1, 5),
    /** SIGTERM and SIGINT to npm, distributed too. */
    everySignalDistributed: of(false, true),
  },
  /** A test that does one of these may take so long, in milliseconds. */
  patienceMs: of(60_000, 900_000),
} as const;
