import { ValidationError } from 'yup';
import { parseContractFile, type ContractFile } from './contract-file.ts';

const valid: ContractFile = {
  version: '1.0.0',
  entries: { '@dps/shared-contracts/ui': 'ui/index.d.ts' },
  files: { 'ui/index.d.ts': 'export declare function Button(): null;', 'empty.d.ts': '' },
  use: { imports: { '@dps/shared-contracts/ui': ['Button', '*'] }, shows: ['pay.dialog'], provides: [] },
};
const parse = (given: object) => () => parseContractFile(JSON.stringify({ ...valid, ...given }));

describe('parseContractFile', () => {
  it('accepts a valid file', () => expect(parse({})()).toEqual(valid));

  it.each([
    ['a missing version', { version: undefined }],
    ['an entry that is not a path', { entries: { a: 1 } }],
    ['a path that starts with ..', { files: { '../../tsconfig.json': '{}' } }],
    ['a path that contains ..', { files: { 'a/../../x.d.ts': '' } }],
    ['an entry that starts with ..', { entries: { a: '../x.d.ts' } }],
    ['a file that is not a declaration file', { files: { 'check-0.ts': 'export {};' } }],
    ['code in an imported name', { use: { ...valid.use, imports: { a: ["x'] = 1; //"] } } }],
    ['code in a widget name', { use: { ...valid.use, shows: ["a'] | 'b"] } }],
  ])('rejects %s', (_case, given) => expect(parse(given)).toThrow(ValidationError));

  it('rejects invalid JSON', () => expect(() => parseContractFile('<html>')).toThrow('JSON'));
});
