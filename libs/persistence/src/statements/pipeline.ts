import { type ClientBase, type Connection, DatabaseError, type Pool, type Submittable } from 'pg';

/** A statement, and the name under which a connection prepares it once. A name always stands for the same text. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

export interface PipelineStep {
  readonly statement: PreparedStatement;
  readonly values?: readonly (Buffer | string | null)[];
  /** Data for `COPY … FROM STDIN`, from `CopyRows`. */
  readonly rows?: Buffer;
}

/** A step failed, and none of the others has any effect. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  constructor(
    readonly step: number,
    options: ErrorOptions,
  ) {
    super(`step ${step} of a pipeline failed`, options);
  }
}

/**
 * The name under which a connection knows the statement. `pg` prepares its own on the same connections, and does not
 * know of these.
 */
const preparedAs = (name: string): string => `step ${name}`;

const prepared = new WeakMap<ClientBase, Set<string>>();

/**
 * Runs steps in one transaction, with one write and one read for all of them, because a round trip costs more than a
 * small statement. A step that must stop the others has to raise an error.
 * @returns for each step, the first value of its last row as text; null if it has none
 * @throws StepFailed
 */
export async function runPipeline(
  client: ClientBase,
  steps: readonly PipelineStep[],
): Promise<readonly (string | null)[]> {
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

/** Runs the steps on a connection of a pool. */
export async function runPooled(pool: Pool, steps: readonly PipelineStep[]): Promise<readonly (string | null)[]> {
  const client = await pool.connect();
  try {
    const answers = await runPipeline(client, steps);
    client.release();
    return answers;
  } catch (error) {
    // After any other error than that of a statement, nobody knows which answers the connection still has to give.
    client.release(refusalOf(error) === undefined);
    throw error;
  }
}

/** The server's error for a step, if this certainly means that it had no effect; undefined for other failures. */
export function refusalOf(error: unknown): DatabaseError | undefined {
  if (!(error instanceof StepFailed) || !(error.cause instanceof DatabaseError)) return undefined;
  return error.cause.severity === 'ERROR' ? error.cause : undefined;
}

async function prepare(client: ClientBase, { name, text }: PreparedStatement, step: number): Promise<void> {
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

function sendStep(connection: Connection, { statement, values = [], rows }: PipelineStep): void {
  connection.bind({ statement: preparedAs(statement.name), values: [...values] }, true);
  connection.execute({}, true);
  if (rows) connection.stream.write(rows);
}

/**
 * Sends the steps and reads their answers. Postgres treats them as one transaction, without `BEGIN`, because only one
 * `ReadyForQuery` follows.
 */
function exchange(
  client: ClientBase,
  send: (connection: Connection) => void,
  onStep: (answer: string | null) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => client.query(new Exchange(send, onStep, resolve, reject)));
}

/** The object that `pg` calls while these steps have the connection. `pg` wraps `callback` to add its timeout. */
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
    // Nothing to do: values come as text and are not parsed.
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.answer = fields[0] ?? null;
  }

  handleCopyInResponse(): void {
    // Nothing to do: the data to copy was sent behind the statement.
  }
}
