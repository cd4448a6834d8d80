const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Results of the fake browser, in the form of the API. */
export const SIGNED = {
  id: 'credential',
  clientDataJSON: base64url('client'),
  authenticatorData: base64url('authenticator'),
  signature: base64url('signature'),
  userHandle: base64url('7'),
};
export const CREATED = {
  id: 'credential',
  clientDataJSON: base64url('client'),
  attestationObject: base64url('attestation'),
  transports: ['internal'],
};

/** Replaces the class by whose presence pages recognize passkeys. */
function Credential(): void {
  return undefined;
}

/** Replaces the passkeys of the browser, which jsdom lacks. `fail` names the error of the next requests. */
export function fakePasskeys(): { fail: (name: string | null) => void } {
  let failure: string | null = null;
  const request = (response: object) => () =>
    failure === null
      ? Promise.resolve({
          id: 'credential',
          rawId: bytes('credential'),
          type: 'public-key',
          response,
          getClientExtensionResults: () => ({}),
        })
      : Promise.reject(new DOMException('refused', failure));
  const credentials = {
    get: request({
      clientDataJSON: bytes('client'),
      authenticatorData: bytes('authenticator'),
      signature: bytes('signature'),
      userHandle: bytes('7'),
    }),
    create: request({
      clientDataJSON: bytes('client'),
      attestationObject: bytes('attestation'),
      getTransports: () => ['internal'],
    }),
  };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: Credential, configurable: true });
  return {
    fail: (name) => {
      failure = name;
    },
  };
}

/** Removes the passkeys of the browser. */
export function removePasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}

/** Fills a field in as password managers do that dispatch no event: their scripts do not see what React adds to the field. */
export function fillSilently(field: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
}
