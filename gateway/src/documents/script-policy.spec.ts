import { runInNewContext } from 'node:vm';
import { scriptPolicy } from './shell-document.ts';

type HtmlRule = (text: string) => string | null;
type Rule = (address: string, type: string, sink: string) => string | null;

/** Returns the policy that the script creates in a document of the product. */
function policyOf(sources: Parameters<typeof scriptPolicy>[0]): {
  createScriptURL: Rule;
  createHTML: HtmlRule;
} {
  const policies: Record<string, { createScriptURL: Rule; createHTML: HtmlRule }> = {};
  const trustedTypes = {
    createPolicy: (name: string, policy: { createScriptURL: Rule; createHTML: HtmlRule }) =>
      (policies[name] = policy),
  };
  const window = { trustedTypes };
  runInNewContext(scriptPolicy(sources), {
    window,
    trustedTypes,
    URL,
    location: { origin: 'https://surveys.example' },
  });
  const { default: policy } = policies;
  if (!policy) throw new Error('The script created no default policy');
  return policy;
}

const PLAIN = { stripe: false, devOrigins: [] };
const SCRIPT = 'HTMLScriptElement src';

describe('[SECURE-33] scriptPolicy', () => {
  it.each<[string, string, boolean]>([
    ['/modules/jobs/1.0.0/assets/remoteEntry.1a1a1a1a.js', SCRIPT, true],
    ['/payment-sandbox/stripe.js', SCRIPT, true],
    ['/payment-sandbox/stripe.js/other', SCRIPT, false],
    ['/api/jobs/1/attachments/2', SCRIPT, false],
    ['/modules/../api/jobs/1/attachments/2', SCRIPT, false],
    ['https://surveys.example.evil.example/modules/jobs.js', SCRIPT, false],
    ['https://surveysXexample/modules/jobs.js', SCRIPT, false],
    ['https://evil.example/?https://surveys.example/modules/', SCRIPT, false],
    ['https://js.stripe.com/v3', SCRIPT, false],
    ['http://localhost:4300/remoteEntry.js', SCRIPT, false],
    ['data:text/javascript,1', SCRIPT, false],
    ['blob:https://surveys.example/1', SCRIPT, false],
    ['blob:https://surveys.example/1', 'Worker constructor', true],
  ])('for %s as %s returns %s', (address, sink, isAllowed) => {
    expect(policyOf(PLAIN).createScriptURL(address, 'TrustedScriptURL', sink)).toBe(
      isAllowed ? address : null,
    );
  });

  it.each([
    ['https://js.stripe.com/v3', true],
    ['https://m.js.stripe.com/x.js', true],
    ['https://js.stripe.com.evil.example/v3', false],
    ['http://js.stripe.com/v3', false],
  ])('with the payment provider, for %s returns %s', (address, isAllowed) => {
    const { createScriptURL: rule } = policyOf({ ...PLAIN, stripe: true });
    expect(rule(address, 'TrustedScriptURL', SCRIPT)).toBe(isAllowed ? address : null);
  });

  it.each([
    ['http://localhost:4300/remoteEntry.js', true],
    ['https://preview.example/remoteEntry.js', true],
    ['http://localhost.evil.example:4300/remoteEntry.js', false],
  ])('with dev servers, for %s returns %s', (address, isAllowed) => {
    const { createScriptURL: rule } = policyOf({
      ...PLAIN,
      devOrigins: ['http://localhost:*', 'https://preview.example'],
    });
    expect(rule(address, 'TrustedScriptURL', SCRIPT)).toBe(isAllowed ? address : null);
  });

  it.each([
    [' ', true],
    ['<svg/>', true],
    ['<svg/><script>', false],
    ['<img src=x onerror=alert(1)>', false],
  ])('for the HTML "%s" returns %s', (text, isAllowed) => {
    expect(policyOf(PLAIN).createHTML(text)).toBe(isAllowed ? text : null);
  });
});
