import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxIdentityChecks } from '../src/customer/identity/sandbox-identity-checks.js';
import type { CheckRequest } from '../src/customer/identity/identity-checks.js';

interface SeenCheck {
  readonly id: string;
  readonly authorization: string | undefined;
  readonly body: Omit<CheckRequest, 'id' | 'isSecond'> & { readonly attempt: number };
}

type Answer = (response: ServerResponse, seen: SeenCheck) => void;

const words = {
  pass: 'passed',
  'ask again': 'partly-matched',
  'ask for papers': 'papers-needed',
  refuse: 'refused',
  review: 'pending',
} as const;

/** Decides by the sandbox's names unless told otherwise. */
export class FakeIdentityProvider {
  readonly seen: SeenCheck[] = [];
  private readonly server = createServer((request, response) => void this.handle(request, response));
  private readonly sandbox = new SandboxIdentityChecks();
  private answering: Answer | undefined;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/`;
  }

  /** Answers like this from now on; without an argument the names decide again. */
  answer(answering?: Answer): void {
    this.answering = answering;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SeenCheck['body'];
    const id = (request.url ?? '').replace('/v1/checks/', '');
    const seen = { id, authorization: request.headers.authorization, body };
    this.seen.push(seen);
    if (this.answering) return this.answering(response, seen);
    const { outcome } = await this.sandbox.check({ ...body, id, isSecond: body.attempt === 2 });
    sendJson(response, { outcome: words[outcome] });
  }
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
