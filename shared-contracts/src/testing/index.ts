export {
  aClient,
  aDeliverable,
  aFlightRecord,
  aJob,
  aJobDetail,
  aPayment,
  aPayout,
  aPayoutBalance,
  aPilot,
} from './builders.ts';
export { fakeServer, reply, type FakeRequest, type Handler, type Handlers } from './fake-server.ts';
export { translatePage } from './translate-page.ts';
