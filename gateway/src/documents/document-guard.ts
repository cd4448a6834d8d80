import { cookieText, FAILED_SHELL_COOKIE } from '@dps/contract';

/** Event that the shell dispatches on the window when it cannot start. A listener that cancels it handles the failure. */
const SHELL_FAILED = 'dps:shell-failed';

/** Seconds for which a browser uses the previous shell, unless a newer one is released. */
const HOUR = 3600;

const failedShell = (isSecure: boolean): string =>
  cookieText(FAILED_SHELL_COOKIE, "'+m.content+'", isSecure, HOUR);

/**
 * Inline script that runs before every other script of the document.
 *
 * It removes a script tag that failed: on a retry, the loaders of webpack and of federation would find the tag and wait
 * for it forever. The shell fails to start if one of its own scripts (`data-shell`) fails or if it dispatches the event.
 * Then the script reloads the document with the previous shell, because no part of a half-started shell survives a
 * reload. The element `shell-fallback` exists if there is a previous shell, and holds the failed version. Without a
 * previous shell, or if the server is unreachable, the page shows a message. Its button fetches the failed files past
 * the HTTP cache, which would otherwise keep a damaged immutable file for a year.
 */
export const DOCUMENT_GUARD = `(function(){var failed=false,broken=[];
function reload(){location.reload()}
function showMessage(){
var r=document.getElementById('root'),p=document.createElement('p'),b=document.createElement('button');
if(!r||r.querySelector('[role=alert]'))return;
p.setAttribute('role','alert');p.textContent='Drone Pilot Surveys could not start: a file of the application is incomplete. None of your data is lost. Check the connection and reload the page.';
b.textContent='Reload';b.onclick=function(){
Promise.all(broken.map(function(a){return fetch(a,{cache:'reload'}).then(function(c){return c.text()})})).then(reload,reload)};r.replaceChildren(p,b)}
function fail(){
if(failed)return;failed=true;
var m=document.querySelector('meta[name=shell-fallback]');
if(!m)return showMessage();
fetch(location.href,{method:'HEAD',headers:{accept:'text/html'},cache:'no-store'}).then(function(a){
if(!a.ok&&a.status!==404)throw a;
document.cookie=location.protocol==='https:'?'${failedShell(true)}':'${failedShell(false)}';reload()
}).catch(showMessage)}
addEventListener('${SHELL_FAILED}',function(e){
if(document.querySelector('meta[name=shell-fallback]'))e.preventDefault();fail()});
addEventListener('error',function(e){
var s=e.target;if(!s||s.tagName!=='SCRIPT')return;s.remove();
if('shell' in s.dataset){broken.push(s.src);fail()}},true)})()`;
