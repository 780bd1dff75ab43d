interface Connectable {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** A kafkajs client that is connected when first used, and replaced by a new one after anything failed with it. */
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

/** Nobody uses the old client any more: how its connections end does not matter. */
async function discard(opened: Promise<Connectable>): Promise<void> {
  await opened.then((client) => client.disconnect()).catch(() => undefined);
}
