import { ValidationError } from 'yup';
import { parseContractFile, type ContractFile } from './contract-file.ts';

const whole: ContractFile = {
  version: '1.0.0',
  entries: { '@dps/shared-contracts/ui': 'ui/index.d.ts' },
  files: { 'ui/index.d.ts': 'export declare function Button(): null;', 'empty.d.ts': '' },
  use: { imports: { '@dps/shared-contracts/ui': ['Button', '*'] }, shows: ['pay.dialog'], provides: [] },
};
const parse = (given: object) => () => parseContractFile(JSON.stringify({ ...whole, ...given }));

describe('parseContractFile', () => {
  it('reads what a build has written', () => expect(parse({})()).toEqual(whole));

  it.each([
    ['no version', { version: undefined }],
    ['an entry that is no path', { entries: { a: 1 } }],
    ['a path that leads out', { files: { '../../tsconfig.json': '{}' } }],
    ['a path that begins anywhere', { files: { 'a/../../x.d.ts': '' } }],
    ['an entry that leads out', { entries: { a: '../x.d.ts' } }],
    ['what is no declaration', { files: { 'check-0.ts': 'export {};' } }],
    ['a name that is more than one', { use: { ...whole.use, imports: { a: ["x'] = 1; //"] } } }],
    ['a widget that is more than a name', { use: { ...whole.use, shows: ["a'] | 'b"] } }],
  ])('refuses %s', (_what, given) => expect(parse(given)).toThrow(ValidationError));

  it('refuses what is no JSON', () => expect(() => parseContractFile('<html>')).toThrow('JSON'));
});
