/**
 * What the page and the script that embeds it say to each other by postMessage: each to the exact origin of the other, and
 * each takes nothing but what comes from there. `iav` marks them among the messages of others.
 */
export type FromPage =
  /** The page listens. */
  | { readonly iav: 'ready' }
  /** The height in pixels that shows all of it. */
  | { readonly iav: 'size'; readonly height: number }
  | { readonly iav: 'page'; readonly currentPage: PageName; readonly error?: LinkingError }
  | { readonly iav: 'done'; readonly fundingSource: string }
  /** With a provider's token: what stands for the account, and what it is called there. */
  | { readonly iav: 'chosen'; readonly publicToken: string; readonly accountId: string }
  | { readonly iav: 'ended'; readonly error: LinkingError };

export interface FromScript extends StartOptions {
  readonly iav: 'start';
  readonly token: string;
}

export interface StartOptions {
  /** Addresses of style sheets, at origins of the application. */
  readonly stylesheets: readonly string[];
  /** Nothing but the form for numbers. */
  readonly microDeposits: boolean;
  /** The form for numbers where a bank is not listed, and after two refusals. */
  readonly fallbackToMicroDeposits: boolean;
  readonly backButton: boolean;
}

export const pageNames = ['institution', 'login', 'questions', 'accounts', 'numbers', 'done', 'ended'] as const;
export type PageName = (typeof pageNames)[number];

export interface LinkingError {
  readonly code: string;
  readonly message: string;
}
