import { texts } from '../texts/first-load.ts';

/** Shows why the product cannot start, on a page that has no other content yet. */
export function showStartFailure(detail: string): void {
  const heading = document.createElement('h1');
  heading.textContent = texts.start.failed;
  const text = document.createElement('p');
  text.textContent = detail;
  const reload = document.createElement('button');
  reload.textContent = texts.start.reload;
  reload.addEventListener('click', () => location.reload());
  const panel = document.createElement('main');
  panel.setAttribute('role', 'alert');
  panel.append(heading, text, reload);
  document.getElementById('root')?.replaceChildren(panel);
}

/** Starts the previous shell in place of this one; without a previous one, shows that files are missing. */
export function failStart(): void {
  // The guard in the document cancels the event if it starts the previous shell.
  const isUnhandled = dispatchEvent(new Event('dps:shell-failed', { cancelable: true }));
  if (isUnhandled) showStartFailure(texts.start.filesMissing);
}
