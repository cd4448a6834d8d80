import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_KEY, PAGE_COLORS } from './color-scheme.ts';

/**
 * The script that a document carries inline, after its theme-color and before anything is painted: it gives the page the
 * colours that this browser remembers or, without a choice, those of the system, so that none flash up in others.
 */
export const COLOR_SCHEME_SCRIPT = `(function(){var c=${JSON.stringify(PAGE_COLORS)},s;
try{s=localStorage.getItem('${COLOR_SCHEME_KEY}')}catch(e){}
if(!Object.hasOwn(c,s))s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
document.documentElement.setAttribute('${COLOR_SCHEME_ATTRIBUTE}',s);
document.querySelector('meta[name=theme-color]').content=c[s]})()`;
