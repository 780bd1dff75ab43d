import type { ErrorCode, FaultCode } from '@halyard/core';

interface ErrorText {
  /** Why a client gets the code. */
  readonly why: string;
  /** Advice for a client that gets the code. */
  readonly todo: string;
}

interface FaultText extends ErrorText {
  /** An example of the fault's path. */
  readonly path: string;
  /** An example of the fault's message, if it differs from the usual message of the code. */
  readonly message?: string;
}

/**
 * Texts about the codes that the table of codes does not have. The code itself only needs the table
 * (libs/core/src/errors.ts).
 */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  BadRequest: {
    why: 'The body is no JSON, or the request is no HTTP that can be read.',
    todo: 'Send a body of valid JSON, in UTF-8, with the header `Content-Type: application/json`.',
  },
  ValidationError: {
    why: 'At least one field of the body, the query or a header is missing or not allowed. Each is an embedded error, with a pointer to the field.',
    todo: 'Read `_embedded.errors`: correct each field that a `path` names, and send the request with a new Idempotency-Key.',
  },
  DuplicateResource: {
    why: 'What the request creates is there already: a bank with the same numbers, for example.',
    todo: 'Follow `_links.about` to the resource that is there, and use that.',
  },
  MaxNumberOfResources: {
    why: 'An account or a customer has as many resources of this kind as it may have.',
    todo: 'Remove one that is no longer needed, and send the request again.',
  },
  UnsupportedBank: {
    why: 'The bank can not be asked for what the request wants, a balance for example.',
    todo: 'Do without: ask for the amount in another way, or use another bank.',
  },
  UpdateCredentials: {
    why: 'The owner of the bank has changed the credentials with which it was linked.',
    todo: 'Have the owner link the bank again: [link a bank](/docs/how-to/link-a-bank/).',
  },
  InvalidLogin: {
    why: 'The institution does not accept the login or an answer of the person who links a bank.',
    todo: 'Ask the person again. After too many attempts begin a new linking session.',
  },
  AccountNotFound: {
    why: 'The institution has no account that fits what the person selected.',
    todo: 'Let the person select another account, or add the bank by its numbers.',
  },
  UnsupportedSite: {
    why: 'The provider can not link accounts of this institution.',
    todo: 'Add the bank by its numbers, with micro-deposits.',
  },
  AlreadyLoggedIn: {
    why: 'The person is logged in at the institution, which allows one session alone.',
    todo: 'Ask the person to log out there, and try again.',
  },
  VisitSite: {
    why: 'The institution wants the person to do something on its own site first.',
    todo: 'Ask the person to visit the site of the institution, and try again.',
  },
  UnavailableSite: {
    why: 'The institution has technical difficulties. In the sandbox a bank has them in the [outages](/docs/concepts/bank-behavior/#outages) of its behaviour.',
    todo: 'Try again later, or add the bank by its numbers.',
  },
  InvalidCredentials: {
    why: 'The request has no token, and no key and secret, or these are wrong.',
    todo: 'Get a token with [createToken](/docs/api/createToken/), and send it as `Authorization: Bearer …`.',
  },
  InvalidAccessToken: {
    why: 'The token was not issued by this suite, was changed, or belongs to an application that is gone.',
    todo: 'Get a new token from the suite to which the request is sent.',
  },
  ExpiredAccessToken: {
    why: 'A token is valid for an hour.',
    todo: 'Get a new token, and send the request again, with the same Idempotency-Key.',
  },
  InvalidApplicationStatus: {
    why: 'No operator has approved the application yet, or one has suspended it.',
    todo: 'Ask the operator of the suite. Once the application is active, get a new token.',
  },
  InvalidAccountStatus: {
    why: 'An operator has suspended the account.',
    todo: 'Ask the operator of the suite. Once the account is active, get a new token.',
  },
  InvalidScopes: {
    why: 'The token has no scope that the operation needs. The page of each operation names it.',
    todo: 'Get a token with the scope, of an application that may have it.',
  },
  Forbidden: {
    why: 'The application may not do this with the resource, or has no permission for this kind of operation.',
    todo: 'Use an application that has the permission, or the resource of the own account.',
  },
  NoSession: {
    why: 'A page of the console sent the request, and nobody is logged in to the console in this browser.',
    todo: 'Log in to the console. A program sends its token to the API itself, and not below `/console/api`.',
  },
  FreshLogInRequired: {
    why: 'Erasing, and changing people, invitations, applications and secrets, needs a log-in of five minutes ago at most.',
    todo: 'Log in again: the console leads there and back to the form.',
  },
  CrossSiteRequest: {
    why: 'A request that changes something came to the console from a page that is not its own.',
    todo: 'Use the pages of the console. A program sends its token to the API itself.',
  },
  InvalidResourceState: {
    why: 'The resource is in a state in which this is not possible: a transfer that was processed is not cancelled, for example.',
    todo: 'Read the resource: its links name what is possible now.',
  },
  OriginNotAllowed: {
    why: 'A page used a linking token, and its origin is not one that the application has registered.',
    todo: 'Register the origin: [link a bank](/docs/how-to/link-a-bank/).',
  },
  NotFound: {
    why: 'The address names nothing, or something of another account, or a route of the sandbox in production.',
    todo: 'Take addresses from links and `Location`, and do not make them. Check that the token is one of the right account.',
  },
  Gone: {
    why: 'The data was kept for a limited time, and that time is over.',
    todo: 'Do without it: the same request does not find it again. Read the resource as it is now.',
  },
  MethodNotAllowed: {
    why: 'The address exists, and does not have this method. `Allow` names those that it has.',
    todo: 'Use a method of the header `Allow`.',
  },
  InvalidVersion: {
    why: '`Accept` names no version of the API, or one that does not exist.',
    todo: 'Send `Accept: application/vnd.service.v1.hal+json`, or `application/hal+json`.',
  },
  NotAcceptable: {
    why: '`Accept` names no type that the operation can answer: a document is an image, for example.',
    todo: 'Name a type that the page of the operation has, or `*/*`.',
  },
  Conflict: {
    why: 'A request with the same Idempotency-Key came before this one, and is not done yet.',
    todo: 'Send the same request again after `Retry-After` seconds: the answer is that of the first.',
  },
  FileTooLarge: {
    why: 'A file of more than 10 MiB was uploaded.',
    todo: 'Send a smaller file: fewer pages, or an image of fewer pixels.',
  },
  PayloadTooLarge: {
    why: 'The body of the request has more bytes than the operation takes.',
    todo: 'Send a smaller body.',
  },
  UnsupportedMediaType: {
    why: '`Content-Type` is missing or names a type that the operation does not take, or the body is compressed.',
    todo: 'Send `Content-Type: application/json` and a body without a content coding; a document is `multipart/form-data`.',
  },
  IdempotencyKeyReused: {
    why: 'Another request was sent with the same Idempotency-Key within 24 hours: another method, address or body.',
    todo: 'Use a new key for a new request. The same key is for sending the same request again.',
  },
  TooManyRequests: {
    why: 'The application, or the address of a client without a token, has used up its requests of this minute.',
    todo: 'Wait for the seconds that `Retry-After` names, and send the request again, with the same Idempotency-Key.',
  },
  RateLimitReached: {
    why: 'The attempts of a linking session are used up, or a customer or an account has too many sessions open.',
    todo: 'Begin a new session later. The same session takes no further attempts.',
  },
  TryAgainLater: {
    why: 'The amounts of micro-deposits were entered before the deposits can have arrived.',
    todo: 'Wait for the event `microdeposits_completed`, and enter the amounts then.',
  },
  ServerError: {
    why: 'Something failed within the suite. The message has the id of the request, which stands in the log.',
    todo: 'Send the request again, with the same Idempotency-Key: its effect comes once. Tell the operator the id if it goes on.',
  },
  ServiceUnavailable: {
    why: 'A part of the suite can not be reached, or there is too much to do at the moment.',
    todo: 'Wait for the seconds that `Retry-After` names, and send the request again, with the same Idempotency-Key.',
  },
  RequestTimeout: {
    why: 'The answer did not come in time. The request may have had its effect.',
    todo: 'Send the request again, with the same Idempotency-Key: the answer tells what the first one did.',
  },
};

export const faultTexts: Readonly<Record<FaultCode, FaultText>> = {
  Required: {
    path: '/firstName',
    why: 'A field that the request needs is missing, or empty.',
    todo: 'Send the field that `path` names.',
  },
  Invalid: {
    path: '/amount/value',
    why: 'The value is of the right form, and not one that is allowed here.',
    todo: 'Send a value that the page of the operation allows.',
  },
  InvalidFormat: {
    path: '/email',
    why: 'The value does not have the form that the field wants: an address of e-mail, a date, a number.',
    todo: 'Send the value in the form that the page of the operation describes.',
  },
  Duplicate: {
    message: 'A customer with the specified email already exists.',
    path: '/email',
    why: 'Another resource has the value already, and no two may have it.',
    todo: 'Follow `_links.about` to the resource that has it, and use that one or send another value.',
  },
  ReadOnly: {
    path: '/status',
    why: 'The field can be read, and a client can not set it.',
    todo: 'Leave the field out.',
  },
  NotAllowed: {
    message: 'Receiver cannot receive from sender. One of the two has to be a verified customer or the account.',
    path: '/_links/destination/href',
    why: 'The value is right by itself, and does not fit the others, or the state of what it names.',
    todo: 'Read what `path` names: its links and its status say what is possible.',
  },
  Restricted: {
    message:
      'Sender restricted. It is over its weekly limit: GET /customers/{id}/limits says what is left, and until when.',
    path: '/_links/source/href',
    why: 'The customer can not send or receive this at the moment: it is suspended, over its weekly limit, or the owners of the company are not certified.',
    todo: 'Read the message, and the status of the customer: [customers](/docs/customers/) says what leads out of it.',
  },
  InsufficientFunds: {
    message: 'Insufficient funds. The balance has less than the amount and its fees: send less, or deposit first.',
    path: '/_links/source/href',
    why: 'The balance has less money than the transfer and its fees need.',
    todo: 'Bring money to the balance first, or send less.',
  },
  RequiresFundingSource: {
    message: 'Receiver requires a funding source. Add a bank to it, and send again.',
    path: '/_links/destination/href',
    why: 'Money was sent to a customer who has no bank, and no balance.',
    todo: 'Add a bank to the customer, and send the transfer again.',
  },
  FileTooLarge: {
    path: '/file',
    why: 'A file has more bytes than are allowed.',
    todo: 'Send a smaller file.',
  },
  Unknown: {
    message: 'Unknown. Did you mean `fees`?',
    path: '/fee',
    why: 'No class of the body has the member, and its name is close to one that is missing, or the request prefers strict handling (`Prefer: handling=strict`).',
    todo: 'Correct the name that `path` ends with, or leave the member out.',
  },
  MoneyPending: {
    message: 'A transfer of the customer is under way, or is to be returned.',
    path: '',
    why: 'A person is not erased while a transfer of theirs is pending.',
    todo: 'Wait until the transfers are done, or cancel them.',
  },
  BalanceNotZero: {
    message: "The customer's balance is not zero.",
    path: '',
    why: 'A person is not erased while there is money on their balance, or too little of it.',
    todo: 'Send the money out first, or settle what is owed: [a negative balance](/docs/how-to/settle-a-negative-balance/).',
  },
  LegalHold: {
    message: 'A legal hold stands.',
    path: '',
    why: 'An operator has set a legal hold on the data of the person.',
    todo: 'Wait until the hold is lifted.',
  },
  RetentionPeriod: {
    message: 'The customer has to be kept for longer.',
    path: '',
    why: 'Records of payments have to be kept for some years, and these years are not over.',
    todo: 'Ask again later: [erase a person](/docs/runbooks/erase-a-person/) says for how long records are kept.',
  },
};
