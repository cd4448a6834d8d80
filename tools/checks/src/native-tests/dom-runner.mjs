// Jest starts separate workers for each path of a runner. Packages that are loaded without a document are no use to `dom`.
export { default } from 'jest-runner';
