import { createContext, createElement, use, type ComponentType, type Ref } from 'react';
import type { FlightRecordView } from '../schemas/flight-record.ts';
import type { JobView } from '../schemas/job.ts';

/** Props of all widgets, by name. The name of a widget starts with the name of its module. */
export interface WidgetProps {
  /** Button with which the user on screen signs in again with a passkey. `onDone` runs after the sign-in. */
  'account.passkey-confirmation': { username: string; onDone: () => void };
  /** The part of the area of a job that its flights covered; nothing for a job without an area. */
  'flight-data.coverage': { jobId: number };
  /** Flight records of one job, newest first, with their empty text. */
  'flight-data.record-list': { records: readonly FlightRecordView[] };
  /**
   * Upload form for one job; `onDone` runs after a save. `discard` receives a function that empties the form and deletes its
   * draft, for a cancel. Earlier releases of the form ignore it.
   */
  'flight-data.upload-form': { jobId: number; onDone: () => void; discard?: Ref<() => void> };
  /** Dialog in which a client pays for a job by card. */
  'payments.pay-dialog': { job: Pick<JobView, 'id' | 'title' | 'budget'>; onClose: () => void };
}
export type WidgetName = keyof WidgetProps;

export type WidgetRequest = { [Name in WidgetName]: { name: Name; props: WidgetProps[Name] } }[WidgetName];

const WidgetHostContext = createContext<ComponentType<{ request: WidgetRequest }> | null>(null);
/** Context with the component of the shell that loads widgets. */
export const WidgetHost = WidgetHostContext.Provider;

/** Shows a widget of another module. A missing or failing widget shows an error in its place. */
export function Widget(request: WidgetRequest) {
  const Host = use(WidgetHostContext);
  if (!Host) throw new Error('A widget was shown outside the shell');
  return createElement(Host, { request });
}
