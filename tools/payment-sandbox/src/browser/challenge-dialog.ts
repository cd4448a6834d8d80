import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { DIALOG_STYLES } from './styles.ts';
import { texts } from './texts.ts';

/**
 * Opens a modal dialog in which the payer chooses the outcome of the authentication. It is in the browser's top layer,
 * so it works above dialogs of the page that trap the focus. Escape fails the authentication.
 */
export function openChallenge(amount: string, appearance: Appearance): Promise<'complete' | 'fail'> {
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
