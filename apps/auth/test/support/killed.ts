import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** Work that dies before one of its statements, like a killed process. */
class Kill {
  private sent = 0;
  isDead = false;

  /** @param at number of the first statement that is not sent, from 1 */
  constructor(private readonly at: number) {}

  /** Closing the connection rolls back everything that was not committed on it. */
  beforeStatement({ connection }: Client): void {
    this.sent += 1;
    if (this.sent < this.at) return;
    this.isDead = true;
    connection.stream.destroy();
  }
}

const kills = new AsyncLocalStorage<Kill>();

type Query = (this: Client, ...sent: unknown[]) => unknown;

/** Makes every connection of this process check whether its work is dead. @returns a function that undoes this */
export function watchConnections(): () => void {
  const query = Reflect.get(Client.prototype, 'query') as Query;
  const watched: Query = function (...sent) {
    kills.getStore()?.beforeStatement(this);
    return query.apply(this, sent);
  };
  Reflect.set(Client.prototype, 'query', watched);
  return () => void Reflect.set(Client.prototype, 'query', query);
}

/** @returns the answer; undefined if the work died before it had one */
async function killedAt<Answer>(at: number, work: () => Promise<Answer>): Promise<{ answer: Answer | undefined }> {
  const kill = new Kill(at);
  const answer = await kills.run(kill, () => work().catch(() => undefined));
  return { answer: kill.isDead ? undefined : answer };
}

interface Rounds<Begun, Answer> {
  readonly begin: () => Promise<Begun>;
  readonly work: (begun: Begun) => Promise<Answer>;
  /** Checks what must be true afterwards, whatever became of the work. */
  readonly then: (begun: Begun, answer: Answer | undefined) => Promise<void>;
}

/**
 * Repeats the work, and kills it before its first statement, then before its second, and so on; the last time it runs
 * to its end.
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
