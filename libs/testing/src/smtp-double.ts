import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/**
 * An SMTP server that stores all messages. It has no mailbox for addresses that begin with `nobody`, and refuses every
 * log-in.
 */
export class SmtpDouble {
  /** The messages as they came, the latest last. */
  readonly messages: string[] = [];

  private readonly server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 535 })),
    onRcptTo: ({ address }, _, done) => {
      if (!address.startsWith('nobody')) return done();
      const isForEver = address.includes('ever');
      done(Object.assign(new Error('mailbox of nobody'), { responseCode: isForEver ? 550 : 451 }));
    },
    onData: (stream, _, done) => {
      text(stream).then((message) => {
        this.messages.push(message);
        done();
      }, done);
    },
  });

  private constructor() {
    this.server.listen(0, '127.0.0.1');
  }

  static async listen(): Promise<SmtpDouble> {
    const double = new SmtpDouble();
    await once(double.server.server, 'listening');
    return double;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
