/**
 * Messages between the page and the script that embeds it, by postMessage. Each sends to the exact origin of the other,
 * and ignores messages from elsewhere. `iav` marks these messages.
 */
export type FromPage =
  | { readonly iav: 'ready' }
  /** The height in pixels at which the whole page is visible. */
  | { readonly iav: 'size'; readonly height: number }
  | { readonly iav: 'page'; readonly currentPage: PageName; readonly error?: LinkingError }
  | { readonly iav: 'done'; readonly fundingSource: string }
  /** With a provider's token: the public token of the account, and its id at the provider. */
  | { readonly iav: 'chosen'; readonly publicToken: string; readonly accountId: string }
  | { readonly iav: 'ended'; readonly error: LinkingError };

export interface FromScript extends StartOptions {
  readonly iav: 'start';
  readonly token: string;
}

export interface StartOptions {
  /** Addresses of style sheets at origins of the application. */
  readonly stylesheets: readonly string[];
  /** Shows only the form for numbers. */
  readonly microDeposits: boolean;
  /** Offers the form for numbers if a bank is not listed, and after two refusals. */
  readonly fallbackToMicroDeposits: boolean;
  readonly backButton: boolean;
}

export const pageNames = ['institution', 'login', 'questions', 'accounts', 'numbers', 'done', 'ended'] as const;
export type PageName = (typeof pageNames)[number];

export interface LinkingError {
  readonly code: string;
  readonly message: string;
}
