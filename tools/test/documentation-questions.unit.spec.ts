import { describe, expect, it } from '@jest/globals';
import { summary } from '../docs/llms.ts';
import { sitePages } from '../docs/pages.ts';

/** What somebody asks who knows llms.txt alone, and where the answer stands. */
const questions: readonly (readonly [question: string, address: string])[] = [
  ['How do I get from nothing to a signed webhook?', '/docs/quick-start.md'],
  ['What does the return code R03 mean?', '/docs/return-codes/R03.md'],
  ['Why is my request answered with UnsupportedBank?', '/docs/errors/UnsupportedBank.md'],
  ['How do I send a request again without paying twice, when the answer is lost?', '/docs/concepts/idempotency.md'],
  ['How do I process bank transfers in the sandbox?', '/docs/sandbox/process-bank-transfers.md'],
  ['How can I have a bank return a transfer?', '/docs/sandbox/return-a-transfer.md'],
  ['How do I verify a bank in the sandbox?', '/docs/sandbox/verify-a-bank.md'],
  ["How do I stop and advance an account's clock?", '/docs/how-to/advance-the-clock.md'],
  ["Which time is the account's, and which is the system's?", '/docs/concepts/time.md'],
  ['What does the correction code C02 mean?', '/docs/correction-codes/C02.md'],
  [
    'How do I give banks rules, so that they return, correct or delay some transfers?',
    '/docs/sandbox/give-banks-rules.md',
  ],
  ['What can the banks of an account do wrong in the sandbox, and how do I say it?', '/docs/concepts/bank-behavior.md'],
  ['What goes to the banks as a file, and what comes back?', '/docs/concepts/bank-files.md'],
  ['How do I upload a file of returns?', '/docs/how-to/upload-a-return-file.md'],
  ['What happens when a bank is down over a holiday?', '/docs/how-to/close-a-bank-over-a-holiday.md'],
  ['Which body does createTransfer take?', '/docs/api/createTransfer.md'],
  ['How do I verify the signature of webhooks that I receive?', '/docs/how-to/receive-webhooks.md'],
  ['When is the event customer_funding_source_negative sent?', '/docs/events/customer_funding_source_negative.md'],
  ['How does a negative balance get back to zero?', '/docs/how-to/settle-a-negative-balance.md'],
  ['How do I give the money of a processed transfer back to its sender?', '/docs/how-to/refund-a-transfer.md'],
  ['What may a treasurer do: which permissions have roles of people and scopes?', '/docs/concepts/permissions.md'],
  ['What differs between the sandbox and production?', '/docs/concepts/sandbox-and-production.md'],
  ['Which environment variables are settings?', '/docs/settings.md'],
  ['How do I deploy it on Kubernetes with the Helm chart?', '/docs/how-to/deploy-kubernetes.md'],
  ['The broker is down: what do I do?', '/docs/runbooks/broker-down.md'],
  ['Which fields and links has the resource funding-source?', '/docs/resources/funding-source.md'],
  ['How do I use the typed client in TypeScript?', '/docs/how-to/use-the-typed-client.md'],
  ['In which order do events of one resource arrive?', '/docs/concepts/events-and-order.md'],
  ['How do I log in with the command line?', '/docs/how-to/use-the-command-line.md'],
  ['How do I send the first transfer?', '/docs/how-to/send-a-transfer.md'],
  ['How do I back up my installation?', '/docs/how-to/back-up-and-restore.md'],
  ['How do I upgrade to a newer build?', '/docs/how-to/upgrade.md'],
  ['How do I operate it: watch, scale, rotate secrets?', '/docs/operate.md'],
  ['How do I erase a person?', '/docs/runbooks/erase-a-person.md'],
];

const COMMON = new Set(
  'a an and are be by can did do does for from has have how i in is it its me my of on one or take that the there this to use was what when where which who why with you'.split(
    ' ',
  ),
);

/** Words without what grammar adds to them; names stay whole. */
const wordsOf = (text: string): readonly string[] =>
  [...text.toLowerCase().matchAll(/[a-z\d]+(?:[_-][a-z\d]+)*/g)]
    .map(([word]) => (/[_\d-]/.test(word) ? word : word.replace(/(?:ing|ed|es|s)$/, '')))
    .filter((word) => !COMMON.has(word));

interface Line {
  readonly address: string;
  readonly title: readonly string[];
  readonly words: readonly string[];
}

/** A reader with llms.txt alone: the page whose line has the rare words of a question, in its title above all. */
function reader(text: string): (question: string) => string | undefined {
  const lines: readonly Line[] = [...text.matchAll(/^- \[(.+?)\]\((\S+?)\): (.*)$/gm)].map(
    ([, title = '', address = '', says = '']) => ({
      address,
      title: wordsOf(title),
      words: wordsOf(`${title} ${says}`),
    }),
  );
  const weightOf = (word: string): number =>
    Math.log((lines.length + 1) / (1 + lines.filter(({ words }) => words.includes(word)).length));
  return (question) => {
    const weights = [...new Set(wordsOf(question))].map((word) => [word, weightOf(word)] as const);
    const scoreOf = ({ title, words }: Line): number =>
      weights.reduce(
        (sum, [word, weight]) => sum + weight * (Number(words.includes(word)) + Number(title.includes(word))),
        0,
      ) / Math.sqrt(4 + title.length);
    return lines.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]?.address;
  };
}

describe('llms.txt', () => {
  const find = reader(summary(sitePages()));

  it.each(questions)('leads from "%s" to its page', (question, address) => {
    expect(find(question)).toBe(address);
  });

  it('asks of many kinds of pages', () => {
    expect(questions.length).toBeGreaterThanOrEqual(20);
    expect(new Set(questions.map(([, address]) => address.split('/')[2])).size).toBeGreaterThan(8);
  });
});
