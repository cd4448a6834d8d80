import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { paths } from '@dps/contract';
import { resultOf, type Attack } from './attack.ts';

/** Sends a request and returns the status lines of its responses. */
async function statusesOf(url: string, lines: string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
  const answer = await text(socket);
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status).join(' then ');
}

/** Requests for other hosts and unknown paths, and a body that waits for 100 Continue. */
export const foreignRequests: Attack = async ({ url }) => {
  const document = (host: string, path: string) =>
    statusesOf(url, [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html']);
  const body = JSON.stringify({ username: 'unknown', password: 'wrong-password' });
  const expecting = [
    `POST ${paths.login()} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  const other = await document('anything', '/login');
  const unknown = await document('localhost', '/no/such/page');
  const known = await document('localhost', '/login');
  const expected = await statusesOf(url, expecting, body);
  const isRepelled = other === '421' && unknown === '404' && known === '200' && expected === '100 then 401';
  return resultOf(
    'other hosts, Expect: 100-continue, unknown paths',
    `Host: anything → ${other}; Expect → ${expected}; unknown path → ${unknown}`,
    isRepelled,
  );
};
