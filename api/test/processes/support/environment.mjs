import NativeEnvironment from '../../../../tools/checks/src/native-tests/environment.mjs';

/** Milliseconds. Processes start slowly on a busy machine. */
const TEST_TIMEOUT_MS = 300_000;

/** The environment of all tests in this folder, which gives them more time. Jest has no timeout per project. */
export default class ProcessesEnvironment extends NativeEnvironment {
  handleTestEvent(event, state) {
    if (event.name === 'run_start') state.testTimeout = TEST_TIMEOUT_MS;
  }
}
