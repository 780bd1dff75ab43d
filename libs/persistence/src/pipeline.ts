import { type ClientBase, type Connection, DatabaseError, type Pool, type Submittable } from 'pg';

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

/** Under names of their own: `pg` prepares statements on the same connections, and does not know of these. */
const preparedAs = (name: string): string => `step ${name}`;

const prepared = new WeakMap<ClientBase, Set<string>>();

/**
 * Runs steps one after the other in a transaction of their own, with one write and one answer for all of them: a small
 * statement costs more in its way there and back than in itself. One that must not go on has to raise.
 *
 * @returns the first value of each step's last row as text, null where it answers none
 * @throws StepFailed
 */
export async function runPipeline(client: ClientBase, steps: readonly Step[]): Promise<readonly (string | null)[]> {
  for (const [step, { statement }] of steps.entries()) await prepare(client, statement, step);
  const answers: (string | null)[] = [];
  const send = (connection: Connection) => steps.forEach((step) => sendStep(connection, step));
  try {
    await exchange(client, send, (answer) => answers.push(answer));
    return answers;
  } catch (error) {
    throw new StepFailed(answers.length, { cause: error });
  }
}

/** The same on a connection of a pool. */
export async function runPooled(pool: Pool, steps: readonly Step[]): Promise<readonly (string | null)[]> {
  const client = await pool.connect();
  try {
    const answers = await runPipeline(client, steps);
    client.release();
    return answers;
  } catch (error) {
    // After anything but an error of the statement nobody knows what the connection still has to answer.
    client.release(refusalOf(error) === undefined);
    throw error;
  }
}

/** What the server had against a step, where that is sure to have no effect; undefined of whatever else went wrong. */
export function refusalOf(error: unknown): DatabaseError | undefined {
  if (!(error instanceof StepFailed) || !(error.cause instanceof DatabaseError)) return undefined;
  return error.cause.severity === 'ERROR' ? error.cause : undefined;
}

async function prepare(client: ClientBase, { name, text }: Statement, step: number): Promise<void> {
  const names = prepared.get(client) ?? new Set();
  prepared.set(client, names);
  if (names.has(name)) return;
  try {
    await exchange(client, (connection) => connection.parse({ name: preparedAs(name), text, types: [] }, true));
  } catch (error) {
    throw new StepFailed(step, { cause: error });
  }
  names.add(name);
}

function sendStep(connection: Connection, { statement, values = [], rows }: Step): void {
  connection.bind({ statement: preparedAs(statement.name), values: [...values] }, true);
  connection.execute({}, true);
  if (rows) connection.stream.write(rows);
}

/** Everything between two `ReadyForQuery`: without a `BEGIN`, Postgres makes one transaction of it. */
function exchange(
  client: ClientBase,
  send: (connection: Connection) => void,
  onStep: (answer: string | null) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => client.query(new Exchange(send, onStep, resolve, reject)));
}

/** What `pg` calls while it is on the connection; `callback` is where it puts its time limit around. */
class Exchange implements Submittable {
  callback: (error: unknown) => void;
  private answer: string | null = null;

  constructor(
    private readonly send: (connection: Connection) => void,
    private readonly onStep: (answer: string | null) => void,
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
    this.onStep(this.answer);
    this.answer = null;
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleRowDescription(): void {
    // Nobody asks for them: values come as text.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.answer = fields[0] ?? null;
  }

  handleCopyInResponse(): void {
    // What is copied was sent behind the statement.
  }
}
