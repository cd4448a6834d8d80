import { callbacksOf, jsonOf, propsOf } from './props-text.ts';

const onDone = () => 'done';

it('separates JSON values from callbacks', () => {
  const props = { jobId: 7, onDone, job: { title: 'Roof' } };
  expect(JSON.parse(jsonOf(props))).toEqual({ jobId: 7, job: { title: 'Roof' } });
  expect(callbacksOf(props)).toEqual([['onDone', onDone]]);
});

it.each([
  ['{ "jobId": 7 }', { jobId: 7 }],
  ['{}', {}],
  ['{ "jobId": ', undefined],
  ['[1]', undefined],
  ['null', undefined],
  ['7', undefined],
])('parses %s', (text, props) => expect(propsOf(text)).toEqual(props));
