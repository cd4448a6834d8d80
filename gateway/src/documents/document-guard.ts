import { FAILED_SHELL_COOKIE } from '@dps/shared-contracts';

/** What the shell sends to the window when it cannot start; whoever cancels it deals with that. */
const SHELL_FAILED = 'dps:shell-failed';

/** How long a browser keeps to the shell before, in seconds, unless a newer one is released. */
const HOUR = 3600;

/**
 * The script that the document carries inline, before every other one.
 *
 * A script tag that failed stays in the document, and the loaders of webpack and of federation would find it on a
 * retry and wait for it forever, so it is removed. When the shell itself does not start, because one of its own scripts
 * (`data-shell`) fails or it says so, the document is asked for once more with the shell before it, which the document
 * says there is (`shell-fallback`, with the version that failed): a new document is the one thing that no half-started
 * shell is part of. Where there is none, or the server cannot be reached, the page says what happened. Its button asks for
 * what failed past the HTTP cache, which would keep a file that never changes as it arrived, broken, for a year.
 */
export const DOCUMENT_GUARD = `(function(){var failed=false,broken=[];
function reload(){location.reload()}
function say(){
var r=document.getElementById('root'),p=document.createElement('p'),b=document.createElement('button');
if(!r||r.querySelector('[role=alert]'))return;
p.setAttribute('role','alert');p.textContent='Drone Pilot Surveys could not start: a file of the application did not arrive whole. Nothing of yours is lost. Check the connection and reload the page.';
b.textContent='Reload';b.onclick=function(){
Promise.all(broken.map(function(a){return fetch(a,{cache:'reload'}).then(function(c){return c.text()})})).then(reload,reload)};r.replaceChildren(p,b)}
function fail(){
if(failed)return;failed=true;
var m=document.querySelector('meta[name=shell-fallback]');
if(!m)return say();
fetch(location.href,{method:'HEAD',headers:{accept:'text/html'},cache:'no-store'}).then(function(a){
if(!a.ok)throw a;
document.cookie='${FAILED_SHELL_COOKIE}='+m.content+';Path=/;Max-Age=${HOUR};SameSite=Lax';reload()
}).catch(say)}
addEventListener('${SHELL_FAILED}',function(e){
if(document.querySelector('meta[name=shell-fallback]'))e.preventDefault();fail()});
addEventListener('error',function(e){
var s=e.target;if(!s||s.tagName!=='SCRIPT')return;s.remove();
if('shell' in s.dataset){broken.push(s.src);fail()}},true)})()`;
