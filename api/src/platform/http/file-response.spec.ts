import { contentDisposition } from './file-response.ts';

it.each([
  ['plan.pdf', `inline; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['site plan.pdf', `inline; filename="site plan.pdf"; filename*=UTF-8''site%20plan.pdf`],
  ['Größe.pdf', `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`],
  [`it's (1)*.pdf`, `inline; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['a"\r\nX: 1.pdf', `inline; filename="a___X: 1.pdf"; filename*=UTF-8''a%22%0D%0AX%3A%201.pdf`],
  ['../etc/passwd', `inline; filename=".._etc_passwd"; filename*=UTF-8''..%2Fetc%2Fpasswd`],
  ['100%.pdf', `inline; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ['\ud800.pdf', `inline; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('writes the Content-Disposition header of %j', (fileName, header) => {
  expect(contentDisposition('inline', fileName)).toBe(header);
});
