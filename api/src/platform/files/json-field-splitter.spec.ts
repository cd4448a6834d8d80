import * as fc from 'fast-check';
import { JsonFieldSplitter } from './json-field-splitter.ts';

interface Split {
  content: string;
  rest: string;
}

/** Splits a text in parts of `partBytes`. */
function split(text: string | Buffer, partBytes = 7): Split {
  const splitter = new JsonFieldSplitter('data');
  const bytes = Buffer.from(text);
  let content = '';
  for (let at = 0; at < bytes.length; at += partBytes) {
    content += splitter.push(bytes.subarray(at, at + partBytes)).toString('latin1');
  }
  return { content, rest: splitter.rest().toString() };
}

describe('JsonFieldSplitter', () => {
  it.each([
    ['a field', '{"data":"abc","n":1}', 'abc', '{"data":"AAAA","n":1}'],
    ['white space', ' { "n" : 1 , "data" :\n"abc" } ', 'abc', ' { "n" : 1 , "data" :\n"AAAA" } '],
    ['an empty field', '{"data":""}', '', '{"data":""}'],
    ['a field that is not a string', '{"data":null}', '', '{"data":null}'],
    ['no field', '{"n":"data"}', '', '{"n":"data"}'],
    ['a name with escapes', String.raw`{"d\u0061ta":"abc"}`, 'abc', String.raw`{"d\u0061ta":"AAAA"}`],
    ['escaped characters', String.raw`{"data":"a\/b\u002Bc\n\"\\"}`, 'a/b+c\n"\\', '{"data":"AAAA"}'],
    ['characters beyond ASCII', String.raw`{"data":"a\u00e9"}`, 'a\u00ff', '{"data":"AAAA"}'],
    ['the name inside of another object', '{"n":{"data":"abc"}}', '', '{"n":{"data":"abc"}}'],
    ['the name inside of a list', '["data","abc"]', '', '["data","abc"]'],
    ['the name as a value', '{"n":"data","m":"abc"}', '', '{"n":"data","m":"abc"}'],
    [
      'quotes and brackets in texts',
      String.raw`{"n":"}\"{,:","data":"abc"}`,
      'abc',
      String.raw`{"n":"}\"{,:","data":"AAAA"}`,
    ],
    ['a text that never ends', '{"data":"abc', 'abc', '{"data":"'],
    ['something after the text', '{"data":"abc" "def"}', 'abc', '{"data":"AAAA" "def"}'],
  ])('splits %s', (_what, text, content, rest) => {
    for (const partBytes of [1, 2, 7, 1000]) expect(split(text, partBytes)).toEqual({ content, rest });
  });

  it.each([
    ['the field twice', '{"data":"abc","data":"def"}', 'malformed_request'],
    ['the field twice, once escaped', String.raw`{"data":"abc","\u0064ata":1}`, 'malformed_request'],
    ['an invalid escape', String.raw`{"data":"a\x"}`, 'malformed_request'],
    ['a truncated escape', String.raw`{"data":"a\u00"}`, 'malformed_request'],
    ['an invalid name', String.raw`{"\x":"abc"}`, 'malformed_request'],
    ['a rest that is too large', `{"n":"${'x'.repeat(70_000)}"}`, 'payload_too_large'],
  ])('refuses %s', (_what, text, code) => {
    expect(() => split(text)).toThrow(expect.objectContaining({ code }));
  });

  it('removes only the named field of the outermost object', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), tie('named')),
      named: fc.dictionary(fc.constantFrom('data', 'n', '"', '\\', '{'), tie('any'), { maxKeys: 3 }),
    }));
    const body = fc.record({
      before: value.any,
      data: fc.string({ unit: 'binary-ascii' }),
      after: value.any,
    });
    const indents = fc.constantFrom(0, 1);
    const property = fc.property(
      body,
      indents,
      fc.integer({ min: 1, max: 20 }),
      (object, indent, partBytes) => {
        const data = object.data === '' ? '' : 'AAAA';
        expect(split(JSON.stringify(object, null, indent), partBytes)).toEqual({
          content: object.data,
          rest: JSON.stringify({ ...object, data }, null, indent),
        });
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('leaves a rest that is JSON exactly if the text is JSON', () => {
    const letters = fc.constantFrom(' ', ...'{ } [ ] " : , \\ data "data" "data":" 1 null'.split(' '));
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const property = fc.property(
      fc.array(letters, { maxLength: 14 }).map((all) => all.join('')),
      (text) => {
        let rest: string;
        try {
          ({ rest } = split(text));
        } catch {
          return;
        }
        expect(isJson(rest)).toBe(isJson(text));
      },
    );
    fc.assert(property, { numRuns: 5000 });
  });
});
