// The environment of the console's component tests: a document by happy-dom, of each file's own.
import { Window } from 'happy-dom';
import OwnEnvironment from './own-environment.mjs';

/** What Node has too, and the document must be given its own. */
const OF_DOCUMENTS = [
  'Event',
  'EventTarget',
  'CustomEvent',
  'MessageEvent',
  'FormData',
  'File',
  'Blob',
  'URL',
  'navigator',
];
/** What Node has and a browser too: that of Node stays. */
const OF_NODE = ['constructor', 'globalThis', 'global', 'GLOBAL', 'root', 'close'];

function* namesIn(object) {
  for (let one = object; one && one !== Object.prototype; one = Object.getPrototypeOf(one))
    yield* Object.getOwnPropertyNames(one);
}

export default class DomEnvironment extends OwnEnvironment {
  constructor(config, context) {
    super(config, context);
    this.window = new Window({
      url: 'https://halyard.example/console/',
      settings: { navigation: { disableMainFrameNavigation: true }, disableCSSFileLoading: true },
    });
    const { global, window } = this;
    for (const name of new Set(namesIn(window))) {
      if (OF_NODE.includes(name) || (name in global && !OF_DOCUMENTS.includes(name))) continue;
      const value = window[name];
      const isFunction = typeof value === 'function' && !/^[A-Z]/.test(name);
      Object.defineProperty(global, name, {
        value: isFunction ? value.bind(window) : value === window ? global : value,
        writable: true,
        configurable: true,
      });
    }
    // The window of the document is the global object, as in a browser: what a test replaces there is replaced in both.
    Object.defineProperty(window.navigator, 'locks', { value: globalThis.navigator.locks });
  }

  async teardown() {
    await this.window.happyDOM.close();
    await super.teardown();
  }
}
