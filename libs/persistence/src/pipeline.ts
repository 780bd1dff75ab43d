import type { ClientBase, Connection, Submittable } from 'pg';

/** SQL, and the name under which a connection prepares it once. The same name always stands for the same text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Step {
  readonly statement: Statement;
  readonly values?: readonly (Buffer | string | null)[];
  /** What a `COPY … FROM STDIN` takes: see `CopyRows`. */
  readonly rows?: Buffer;
}

/** A step did not succeed, and none of the others has any effect. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  constructor(
    readonly step: number,
    options: ErrorOptions,
  ) {
    super(`step ${step} of a pipeline failed`, options);
  }
}

const prepared = new WeakMap<ClientBase, Set<string>>();

/**
 * Runs steps one after the other in a transaction of their own, with one write and one answer for all of them: a small
 * statement costs more in its way there and back than in itself. What a step answers is not looked at; one that must
 * not go on has to raise.
 *
 * @throws StepFailed
 */
export async function runPipeline(client: ClientBase, steps: readonly Step[]): Promise<void> {
  for (const [step, { statement }] of steps.entries()) await prepare(client, statement, step);
  let done = 0;
  const send = (connection: Connection) => steps.forEach((step) => sendStep(connection, step));
  try {
    await exchange(client, send, () => (done += 1));
  } catch (error) {
    throw new StepFailed(done, { cause: error });
  }
}

async function prepare(client: ClientBase, { name, text }: Statement, step: number): Promise<void> {
  const names = prepared.get(client) ?? new Set();
  prepared.set(client, names);
  if (names.has(name)) return;
  try {
    await exchange(client, (connection) => connection.parse({ name, text, types: [] }, true));
  } catch (error) {
    throw new StepFailed(step, { cause: error });
  }
  names.add(name);
}

function sendStep(connection: Connection, { statement, values = [], rows }: Step): void {
  connection.bind({ statement: statement.name, values: [...values] }, true);
  connection.execute({}, true);
  if (rows) connection.stream.write(rows);
}

/** Everything between two `ReadyForQuery`: without a `BEGIN`, Postgres makes one transaction of it. */
function exchange(
  client: ClientBase,
  send: (connection: Connection) => void,
  onStep: () => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => client.query(new Exchange(send, onStep, resolve, reject)));
}

/** What `pg` calls while it is on the connection; `callback` is where it puts its time limit around. */
class Exchange implements Submittable {
  callback: (error: unknown) => void;

  constructor(
    private readonly send: (connection: Connection) => void,
    private readonly onStep: () => void,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.callback = (error) => (error ? reject(error) : resolve());
  }

  readonly submit = (connection: Connection): void => {
    connection.stream.cork();
    this.send(connection);
    connection.sync();
    connection.stream.uncork();
  };

  handleCommandComplete(): void {
    this.onStep();
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleRowDescription(): void {
    // Nobody asks for rows.
  }

  handleDataRow(): void {
    // Nobody asks for rows.
  }

  handleCopyInResponse(): void {
    // What is copied was sent behind the statement.
  }
}
