import { publicTopics } from '@halyard/webhooks/public-topics';

type Row = readonly [resource: string, sentWhen: string];

/** The meaning of each topic. Topics that accounts have too stand here without the prefix `customer_`. */
const rows: Readonly<Record<string, Row>> = {
  customer_created: ['customer', 'A customer was created.'],
  customer_verified: ['customer', 'A customer was verified.'],
  customer_reverification_needed: ['customer', 'The data of a customer did not suffice: they may be sent once more.'],
  customer_verification_document_needed: ['customer', 'A document is needed to verify a customer.'],
  customer_verification_pending_review: ['customer', 'The identity of a customer is being reviewed.'],
  customer_verification_document_uploaded: ['document', 'A document was uploaded.'],
  customer_verification_document_approved: ['document', 'A document was approved.'],
  customer_verification_document_failed: ['document', 'A document was rejected.'],
  customer_suspended: ['customer', 'A customer was suspended.'],
  customer_deactivated: ['customer', 'A customer was deactivated.'],
  customer_activated: ['customer', 'A customer was reactivated or reinstated.'],
  customer_beneficial_owner_created: ['beneficial-owner', 'A beneficial owner was added.'],
  customer_beneficial_owner_verified: ['beneficial-owner', 'A beneficial owner was verified.'],
  customer_beneficial_owner_reverification_needed: [
    'beneficial-owner',
    'The data of a beneficial owner did not suffice: they may be sent once more.',
  ],
  customer_beneficial_owner_verification_document_needed: [
    'beneficial-owner',
    'A document is needed to verify a beneficial owner.',
  ],
  customer_beneficial_owner_verification_document_uploaded: ['document', 'A document of an owner was uploaded.'],
  customer_beneficial_owner_verification_document_approved: ['document', 'A document of an owner was approved.'],
  customer_beneficial_owner_verification_document_failed: ['document', 'A document of an owner was rejected.'],
  customer_beneficial_owner_removed: ['beneficial-owner', 'A beneficial owner was removed.'],
  funding_source_added: ['funding-source', 'A bank or a balance was added.'],
  funding_source_verified: ['funding-source', 'A bank or a balance was verified.'],
  funding_source_unverified: ['funding-source', 'A bank is no longer verified, since its numbers or its name changed.'],
  funding_source_updated: ['funding-source', 'A funding source was changed.'],
  funding_source_removed: ['funding-source', 'A funding source was removed, also by a return such as R03.'],
  funding_source_negative: ['funding-source', 'A balance went below zero, by a late return for example.'],
  customer_balance_inquiry_completed: ['funding-source', 'A bank has answered what its balance is.'],
  microdeposits_added: ['funding-source', 'Micro-deposits were begun.'],
  microdeposits_completed: ['funding-source', 'Micro-deposits have arrived: their amounts may be sent.'],
  microdeposits_failed: ['funding-source', 'Micro-deposits did not arrive.'],
  microdeposits_maxattempts: ['funding-source', 'The third attempt to state their amounts was wrong.'],
  bank_transfer_created: ['transfer', 'A transfer to or from a bank of the party was started, wires included.'],
  bank_transfer_completed: ['transfer', 'A transfer to or from a bank of the party completed.'],
  bank_transfer_failed: ['transfer', 'A transfer to or from a bank of the party failed, or was returned.'],
  bank_transfer_cancelled: ['transfer', 'A transfer to or from a bank of the party was cancelled.'],
  bank_transfer_creation_failed: [
    'transfer',
    'A transfer to a bank could not be made: the balance is below its amount.',
  ],
  transfer_created: ['transfer', 'A transfer in which the party takes part was created, fees included.'],
  transfer_completed: ['transfer', 'A transfer in which the party takes part completed.'],
  transfer_failed: ['transfer', 'A transfer in which the party takes part failed, or was returned late.'],
  transfer_cancelled: ['transfer', 'A transfer in which the party takes part was cancelled.'],
};

const baseOf = (topic: string): string => (topic in rows ? topic : topic.replace(/^customer_/, ''));

/** @throws Error for a topic without a row */
export function topicRow(topic: string): Row {
  const row = rows[baseOf(topic)];
  if (!row) throw new Error(`what ${topic} says is not on the page`);
  return row;
}

/** @throws Error for a topic without a row, and for a row without a topic */
export function topicsPage(): string {
  const lines = publicTopics.map((topic) => {
    const [resource, sentWhen] = topicRow(topic);
    return `| \`${topic}\` | ${resource} | ${sentWhen} |`;
  });
  const unused = Object.keys(rows).filter((base) => !publicTopics.some((topic) => baseOf(topic) === base));
  if (unused.length > 0) throw new Error(`there are no topics ${unused.join(', ')}`);
  return `# Topics

Every topic of an event: of webhooks, of \`GET /events\` and of the live stream. One that begins with \`customer_\` is about a
customer, and any other about the account itself. The event names the resource; [follow events](how-to/follow-events.md)
says how to get it as it was. \`npm run reference\` writes this page.

| Topic | Resource | Sent when |
| --- | --- | --- |
${lines.join('\n')}
`;
}
