/**
 * The script that the document carries inline, before every other one.
 *
 * A script tag that failed stays in the document, and the loaders of webpack and of federation would find it on a
 * retry and wait for it forever, so it is removed. When one of the shell's own scripts fails (`data-shell`), nothing
 * else could say so: the page does, with a button that loads it again.
 */
export const DOCUMENT_GUARD = `addEventListener('error',function(e){
var s=e.target;if(!s||s.tagName!=='SCRIPT')return;s.remove();
if(!('shell' in s.dataset))return;
var r=document.getElementById('root'),p=document.createElement('p'),b=document.createElement('button');
if(!r||r.querySelector('[role=alert]'))return;
p.setAttribute('role','alert');p.textContent='Drone Pilot Surveys could not start: a file of the application did not arrive whole. Nothing of yours is lost. Check the connection and reload the page.';
b.textContent='Reload';b.onclick=function(){location.reload()};r.replaceChildren(p,b)},true)`;
