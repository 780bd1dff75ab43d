interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A kafkajs client that connects when it is first used. After anything failed with it, a new client replaces it. */
export class ReconnectingClient<Client extends Connectable> {
  private opened: Promise<Client> | undefined;

  constructor(private readonly make: () => Client) {}

  async use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const opened = (this.opened ??= this.open());
    try {
      return await work(await opened);
    } catch (error) {
      if (this.opened === opened) this.opened = undefined;
      void discard(opened);
      throw error;
    }
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (opened) await discard(opened);
  }

  private async open(): Promise<Client> {
    const client = this.make();
    try {
      await client.connect();
      return client;
    } catch (error) {
      await discard(Promise.resolve(client));
      throw error;
    }
  }
}

/** Closes a client that nobody uses any more. Errors on the way don't matter. */
async function discard(opened: Promise<Connectable>): Promise<void> {
  await opened.then((client) => client.disconnect()).catch(() => undefined);
}
