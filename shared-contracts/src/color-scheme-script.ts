import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_KEY, PAGE_COLORS } from './color-scheme.ts';

/**
 * Inline script of the document, after its theme-color and before the first paint. It applies the stored colour scheme or
 * the scheme of the system, so that the page does not flash. A file of its own keeps it out of the first load.
 */
export const COLOR_SCHEME_SCRIPT = `(function(){var c=${JSON.stringify(PAGE_COLORS)},s;
try{s=localStorage.getItem('${COLOR_SCHEME_KEY}')}catch(e){}
if(!Object.hasOwn(c,s))s=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
document.documentElement.setAttribute('${COLOR_SCHEME_ATTRIBUTE}',s);
document.querySelector('meta[name=theme-color]').content=c[s]})()`;
