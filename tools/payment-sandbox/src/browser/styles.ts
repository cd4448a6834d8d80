const BASE = `
:host { display: block; font-family: var(--fontFamily); font-size: var(--fontSizeBase); color: var(--colorText); }
* { box-sizing: border-box; font: inherit; }
p { margin: 0; }
`;

/** Styles of the card form. The mixed colour of outlines has a contrast of 3:1 on any background with legible text. */
export const FORM_STYLES = `${BASE}
form {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(9em, 100%), 1fr));
  gap: calc(var(--spacingUnit) * 4);
}
.notice, .number, .postal-code { grid-column: 1 / -1; }
.notice { color: var(--colorTextSecondary); font-size: 0.875em; text-wrap: balance; }
label { display: block; margin-bottom: var(--spacingUnit); font-size: 0.875em; }
input {
  width: 100%;
  min-height: 44px;
  padding: calc(var(--spacingUnit) * 2) calc(var(--spacingUnit) * 3);
  color: var(--colorText);
  background: var(--colorBackground);
  border: 1px solid color-mix(in srgb, var(--colorText) 55%, var(--colorBackground));
  border-radius: var(--borderRadius);
  font-variant-numeric: tabular-nums;
}
input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
input:focus { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
input[aria-invalid='true'] { border-color: var(--colorDanger); box-shadow: inset 0 0 0 1px var(--colorDanger); }
.error { margin-top: var(--spacingUnit); color: var(--colorDanger); font-size: 0.875em; }
.error:empty { display: none; }
`;

export const DIALOG_STYLES = `${BASE}
dialog {
  width: min(28em, calc(100vw - 2em));
  padding: calc(var(--spacingUnit) * 6);
  color: var(--colorText);
  background: var(--colorBackground);
  border: 1px solid color-mix(in srgb, var(--colorText) 55%, var(--colorBackground));
  border-radius: var(--borderRadius);
}
dialog::backdrop { background: rgb(0 0 0 / 0.55); }
h2 { margin: 0 0 calc(var(--spacingUnit) * 2); font-size: 1.25em; font-weight: 650; }
.actions { display: flex; flex-wrap: wrap; gap: calc(var(--spacingUnit) * 2); margin-top: calc(var(--spacingUnit) * 5); }
button {
  min-height: 44px;
  padding: 0 calc(var(--spacingUnit) * 4);
  color: var(--colorText);
  background: transparent;
  border: 1px solid color-mix(in srgb, var(--colorText) 55%, var(--colorBackground));
  border-radius: var(--borderRadius);
  cursor: pointer;
}
button.primary { color: var(--colorBackground); background: var(--colorPrimary); border-color: var(--colorPrimary); }
button:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
`;
