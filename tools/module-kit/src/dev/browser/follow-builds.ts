/** The data of an event: `hash` names a build that succeeded, as `__webpack_hash__` names the one in the page. */
interface Build {
  name: typeof __DEV_BUILD__;
  hash: string;
  errors: string[];
}

/** Shows the messages of a build that failed over the page, and removes them for an empty list. */
function showErrors(errors: readonly string[]): void {
  const id = 'dps-dev-errors';
  document.getElementById(id)?.remove();
  if (errors.length === 0) return;
  const panel = document.createElement('pre');
  Object.assign(panel, { id, textContent: errors.join('\n\n') });
  panel.setAttribute('role', 'alert');
  Object.assign(panel.style, {
    position: 'fixed',
    inset: '16px 16px auto',
    zIndex: '9999',
    maxHeight: '80vh',
    margin: '0',
    padding: '16px',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    font: '0.8125rem/1.5 ui-monospace, monospace',
    color: '#fff',
    backgroundColor: '#7a1c1c',
  });
  document.body.append(panel);
}

let newest = __webpack_hash__;
let isUpdating = false;

/** Applies updates until the page has the newest build. Reloads the page if that is not possible, for example after a restart. */
async function update(hot: webpack.Hot): Promise<void> {
  // A running update continues until the newest build.
  if (isUpdating || __webpack_hash__ === newest) return;
  isUpdating = true;
  const updated = await hot.check(true).catch(() => null);
  if (!updated) return location.reload();
  isUpdating = false;
  await update(hot);
}

/** Applies each build of the dev server to this page. `hot` replaces changed sources. */
export function followBuilds(hot: webpack.Hot): void {
  const { origin } = new URL(__webpack_public_path__, location.href);
  const events = new EventSource(`${origin}/rebuilt`);
  const listen = (event: string, receive: (build: Build) => void) =>
    events.addEventListener(event, ({ data }: MessageEvent<string>) => {
      const build: Build = JSON.parse(data);
      if (build.name === __DEV_BUILD__) receive(build);
    });
  listen('broken', ({ errors }) => showErrors(errors));
  listen('updated', ({ hash }) => {
    showErrors([]);
    newest = hash;
    void update(hot);
  });
}
