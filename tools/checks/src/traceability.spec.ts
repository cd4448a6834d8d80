import { traceabilityFaults } from './traceability.ts';

const SPECIFICATION = '- **JOB-1** A job has a title.\n- **JOB-2** A job has a budget.\n';
const titled = (ids: string) => `it('[${ids}] a')`;

test.each<[string, string, string, string[]]>([
  ['each statement in a title', SPECIFICATION, `${titled('JOB-1')}; ${titled('JOB-2')}`, []],
  ['several ids in one title', SPECIFICATION, titled('JOB-1, JOB-2'), []],
  ['no test', SPECIFICATION, titled('JOB-1'), ['JOB-2: no title of a test starts with [JOB-2]']],
  [
    'an id outside a title',
    SPECIFICATION,
    `${titled('JOB-1')} // [JOB-2] b`,
    ['JOB-2: no title of a test starts with [JOB-2]'],
  ],
  [
    'an unknown id',
    SPECIFICATION,
    titled('JOB-1, JOB-2, JOB-3'),
    ['JOB-3: the specification has no such statement, but a.spec.ts tests it'],
  ],
  [
    'an id that occurs twice',
    `${SPECIFICATION}- **JOB-2** A job has a budget.`,
    titled('JOB-1, JOB-2'),
    ['JOB-2: the specification has the id twice'],
  ],
  ['no statement', '', '', ['The specification has no statement']],
])('finds the faults of %s', (_case, specification, source, faults) => {
  expect(traceabilityFaults(specification, new Map([['a.spec.ts', source]]))).toEqual(faults);
});
