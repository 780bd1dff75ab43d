import { freePort } from '@halyard/local-servers/free-port';

/** The ports of this machine on which anything of the suite listens or will: webhooks may reach none of them. */
export class OwnPorts {
  private readonly ports = new Set<number>();

  constructor(private readonly find = freePort) {}

  get all(): readonly number[] {
    return [...this.ports];
  }

  add(...ports: readonly number[]): void {
    for (const port of ports) this.ports.add(port);
  }

  /** A free port that no other part of the suite got. */
  async reserve(): Promise<number> {
    const port = await this.find();
    if (this.ports.has(port)) return this.reserve();
    this.ports.add(port);
    return port;
  }
}
