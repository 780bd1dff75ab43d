import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { Status, wordsOf } from '../../parts/text.js';

export type Try = Api.Webhook['attempts'][number];

/** Why a try got no answer. */
export const whyNoAnswer = ({ error = '' }: Try): string => (error === '' ? 'No answer' : wordsOf(error));

/** What came of a try: the HTTP status of the answer, or why none came. */
export const Answer = ({ to }: { readonly to: Try }): ReactElement =>
  to.response ? <Status of={String(to.response.statusCode)} /> : <span className="status bad">{whyNoAnswer(to)}</span>;
