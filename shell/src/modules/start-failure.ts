import { texts } from '../texts/first-load.ts';

/** Says on the page, which has nothing else yet, why the product could not start and what to do. */
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
