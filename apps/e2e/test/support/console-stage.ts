import type { Browser, Page } from 'playwright-core';
import { type ChromiumOffer, connectBrowser } from './browser.js';
import { ConsoleView } from './console-view.js';
import { invitedPerson, type Login } from './people.js';
import { SharedSuite } from './shared-suite.js';
import { Subscriber } from './subscriber.js';

/**
 * The console of an account of its own, in a browser in which the account's owner has logged in. A subscriber stands by
 * for its events.
 */
export class ConsoleStage {
  private constructor(
    readonly shared: SharedSuite,
    readonly owner: Login,
    readonly browser: Browser,
    readonly view: ConsoleView,
    readonly subscriber: Subscriber,
  ) {}

  static async open(account: string, offer: ChromiumOffer): Promise<ConsoleStage> {
    const shared = await SharedSuite.join(account);
    const owner = await invitedPerson(shared.suite, shared.client, 'owner');
    const browser = await connectBrowser(offer);
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, owner);
    return new ConsoleStage(shared, owner, browser, view, await Subscriber.listen());
  }

  get page(): Page {
    return this.view.page;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.subscriber.close();
    await this.shared.leave();
  }
}
