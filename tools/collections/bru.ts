/** A request of a Bruno collection (https://docs.usebruno.com/bru-lang). */
export interface BruRequest {
  readonly name: string;
  readonly seq: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or a form. */
  readonly body?: string | Readonly<Record<string, string>>;
  readonly auth: 'none' | 'token' | 'application';
  /** Variables that later requests use, as expressions over the answer. */
  readonly vars?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly docs?: string;
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
const pairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const block = (name: string, text: string): string => `${name} {\n${indented(text)}\n}\n`;

const auths = {
  none: { name: 'none', blocks: [] },
  token: { name: 'bearer', blocks: [block('auth:bearer', 'token: {{token}}')] },
  application: { name: 'basic', blocks: [block('auth:basic', 'username: {{key}}\npassword: {{secret}}')] },
} as const;

export function bruText({ name, seq, method, url, headers, body, auth, vars, status, docs }: BruRequest): string {
  const kind = body === undefined ? 'none' : typeof body === 'string' ? 'json' : 'formUrlEncoded';
  const { name: authName, blocks } = auths[auth];
  return [
    block('meta', pairs({ name, type: 'http', seq: String(seq) })),
    block(method.toLowerCase(), pairs({ url, body: kind, auth: authName })),
    block('headers', pairs(headers)),
    ...blocks,
    ...(typeof body === 'string' ? [block('body:json', body)] : []),
    ...(typeof body === 'object' ? [block('body:form-urlencoded', pairs(body))] : []),
    ...(vars ? [block('vars:post-response', pairs(vars))] : []),
    ...(status === undefined ? [] : [block('assert', `res.status: eq ${status}`)]),
    ...(docs === undefined ? [] : [block('docs', docs)]),
  ].join('\n');
}
