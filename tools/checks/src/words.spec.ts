import { unwantedWords } from './words.ts';

test.each([
  ['a word', '// Nobody is here', ['1: "Nobody": write: no user, no client, none; or the passive']],
  [
    'a phrase over two lines of a doc comment',
    '/**\n * once\n * more. */',
    ['2: "once more": write: again, retry, repeatedly'],
  ],
  [
    'a part of a name',
    'const peopleByRole = 1;',
    ['1: "people": write: users, developers, operators, readers'],
  ],
  [
    'a word in a name, and not in a fixed phrase',
    'const lastStand = "stand in quotes";',
    ['1: "Stand": write: is, represents, replaces'],
  ],
  [
    'a phrase about a program, and not a term of users',
    '// The server answers, and the client answers a question',
    ['1: "server answers": write: response, respond, return'],
  ],
  [
    'a term of users in a file without them',
    'const keptAnswer = 1;',
    ['1: "Answer": write: response, respond, return; for a user: decision'],
  ],
  ['no longer word', 'Newspapers, besides', []],
])('finds %s', (_case, source, expected) => {
  expect(unwantedWords(source)).toEqual(expected);
});
