import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { DIALOG_STYLES } from './styles.ts';
import { texts } from './texts.ts';

/**
 * Asks the payer how the authentication ends, in a modal dialog in the browser's top layer: it works above dialogs of
 * the page that keep the focus to themselves. Escape fails the authentication.
 */
export function askForAuthentication(amount: string, appearance: Appearance): Promise<'complete' | 'fail'> {
  const host = document.createElement('div');
  applyAppearance(host, appearance);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'question');
  const title = Object.assign(document.createElement('h2'), {
    id: 'title',
    textContent: texts.challenge.title,
  });
  const question = Object.assign(document.createElement('p'), {
    id: 'question',
    textContent: texts.challenge.question(amount),
  });
  const complete = button(texts.challenge.complete, 'primary');
  const fail = button(texts.challenge.fail, '');
  const actions = document.createElement('div');
  actions.className = 'actions';
  actions.append(complete, fail);
  dialog.append(title, question, actions);
  styledShadow(host, DIALOG_STYLES).append(dialog);
  document.body.append(host);
  dialog.showModal();
  complete.focus();

  return new Promise((resolve) => {
    const end = (outcome: 'complete' | 'fail') => {
      dialog.close();
      host.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('complete'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
  });
}

function button(label: string, className: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { type: 'button', textContent: label, className });
}
