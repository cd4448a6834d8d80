/** Responds to a call; `sent` reports the sent part of the body, from 0 to 1. */
type Respond = (
  url: string,
  call: { method: string; body: string },
  sent: (part: number) => void,
) => Promise<Response>;

function textOf(body: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(body);
  });
}

/** The part of `XMLHttpRequest` that uploads use; `respond` serves each call. */
export function fakeUpload(respond: Respond): new () => EventTarget {
  return class FakeUpload extends EventTarget {
    readonly upload = new EventTarget();
    responseText = '';
    #method = '';
    #url = '';
    #response = new Response();
    #aborted = false;

    get status() {
      return this.#response.status;
    }
    get statusText() {
      return this.#response.statusText;
    }
    setRequestHeader() {}
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    abort() {
      this.#aborted = true;
      this.#end('abort');
    }
    async send(given: Blob) {
      try {
        const body = await textOf(given);
        this.#response = await respond(this.#url, { method: this.#method, body }, (part) => this.#sent(part));
        this.responseText = await this.#response.text();
        this.#end('load');
      } catch {
        this.#end('error');
      }
    }
    #sent(part: number) {
      const progress = { lengthComputable: true, loaded: part * 100, total: 100 };
      this.upload.dispatchEvent(new ProgressEvent('progress', progress));
    }
    #end(how: 'load' | 'error' | 'abort') {
      // An aborted request has no more events.
      if (this.#aborted && how !== 'abort') return;
      this.dispatchEvent(new ProgressEvent(how));
      this.dispatchEvent(new ProgressEvent('loadend'));
    }
  };
}
