import { describe, expect, it } from '@jest/globals';
import { linkingPage, type LinkingPageView } from './linking-page.html.js';
import { framePolicy } from './linking-page.policy.js';

const view: LinkingPageView = {
  vendorWord: 'acme',
  parentOrigin: 'https://shop.example',
  isSandbox: false,
  assets: '/linking/assets/1',
  modules: ['page.js'],
};

describe('the policy of the page', () => {
  it('lets origins of the application frame it and style it, and nothing else', () => {
    expect(framePolicy(['https://shop.example', 'http://localhost:*'])['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' https://shop.example http://localhost:*; " +
        "img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; " +
        'frame-ancestors https://shop.example http://localhost:*; ' +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  it('lets nobody frame the page of an application without origins', () => {
    expect(framePolicy([])['content-security-policy']).toContain("frame-ancestors 'none';");
  });

  it('tells nobody where a person comes from, and asks for no sensor', () => {
    expect(framePolicy([])).toMatchObject({
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });
});

describe('the page', () => {
  it('has neither script nor style but from addresses', () => {
    const html = linkingPage(view);
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/linking/assets/1/page.js">']);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
  });

  it('speaks of the sandbox in the sandbox alone', () => {
    expect(linkingPage(view)).not.toContain('andbox');
    expect(linkingPage({ ...view, isSandbox: true })).toContain('Sandbox');
  });

  it('writes an origin as text', () => {
    expect(linkingPage({ ...view, parentOrigin: '"><script>' })).toContain('data-parent="&quot;&gt;&lt;script&gt;"');
    expect(linkingPage({ ...view, parentOrigin: undefined })).not.toContain('data-parent');
  });

  it('has every class that style sheets may rely on (reference facts, section 16)', () => {
    for (const hook of ['text-box', 'button', 'header', 'text', 'link', 'error', 'label']) {
      expect(linkingPage(view)).toMatch(new RegExp(`class="[^"]*\\bacme-iav-${hook}"`));
    }
  });
});
