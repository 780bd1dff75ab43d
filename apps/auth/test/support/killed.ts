import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** Work that dies before one of its statements, as a process does that is killed there. */
class Kill {
  private sent = 0;
  isDead = false;

  /** @param at number of the statement that is not sent any more, from 1 */
  constructor(private readonly at: number) {}

  /** With the connection goes whatever was not committed on it. */
  beforeStatement({ connection }: Client): void {
    this.sent += 1;
    if (this.sent < this.at) return;
    this.isDead = true;
    connection.stream.destroy();
  }
}

const kills = new AsyncLocalStorage<Kill>();

type Query = (this: Client, ...sent: unknown[]) => unknown;

/** Has every connection of this process ask whether the work that it serves is dead. @returns what undoes that */
export function watchConnections(): () => void {
  const query = Reflect.get(Client.prototype, 'query') as Query;
  const watched: Query = function (...sent) {
    kills.getStore()?.beforeStatement(this);
    return query.apply(this, sent);
  };
  Reflect.set(Client.prototype, 'query', watched);
  return () => void Reflect.set(Client.prototype, 'query', query);
}

/** @returns the answer; undefined where the work died before it had one */
async function killedAt<Answer>(at: number, work: () => Promise<Answer>): Promise<{ answer: Answer | undefined }> {
  const kill = new Kill(at);
  const answer = await kills.run(kill, () => work().catch(() => undefined));
  return { answer: kill.isDead ? undefined : answer };
}

interface Rounds<Begun, Answer> {
  readonly begin: () => Promise<Begun>;
  /** What is killed. */
  readonly work: (begun: Begun) => Promise<Answer>;
  /** What must hold afterwards, whatever became of the work. */
  readonly then: (begun: Begun, answer: Answer | undefined) => Promise<void>;
}

/**
 * Begins anew for each statement of the work, which is killed before it; and once more, with the work left to its end.
 *
 * @returns at how many statements it was killed
 */
export async function killedAtEach<Begun, Answer>({ begin, work, then }: Rounds<Begun, Answer>): Promise<number> {
  for (let at = 1; ; at += 1) {
    const begun = await begin();
    const { answer } = await killedAt(at, () => work(begun));
    await then(begun, answer);
    if (answer !== undefined) return at - 1;
  }
}
