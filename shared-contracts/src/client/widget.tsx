import { createContext, createElement, use, type ComponentType } from 'react';
import type { FlightRecordView } from '../schemas/flight-record.ts';
import type { JobView } from '../schemas/job.ts';

/** Every widget that a module may ask the shell for, with its props. A widget's name starts with its module's. */
export interface WidgetProps {
  /** The flight records of one job, newest first, with their empty text. */
  'flight-data.record-list': { records: readonly FlightRecordView[] };
  /** The upload form for one job; `onDone` after a record was saved or the form was cancelled. */
  'flight-data.upload-form': { jobId: number; onDone: () => void };
  /** The dialog in which a client pays for a job by card. */
  'payments.pay-dialog': { job: Pick<JobView, 'id' | 'title' | 'budget'>; onClose: () => void };
}
export type WidgetName = keyof WidgetProps;

export type WidgetRequest = { [Name in WidgetName]: { name: Name; props: WidgetProps[Name] } }[WidgetName];

const WidgetHostContext = createContext<ComponentType<{ request: WidgetRequest }> | null>(null);
/** The shell provides how widgets are found, loaded and contained. */
export const WidgetHost = WidgetHostContext.Provider;

/** Shows another module's widget. A missing or failing one shows its own small error and never takes its host down. */
export function Widget(request: WidgetRequest) {
  const Host = use(WidgetHostContext);
  if (!Host) throw new Error('A widget was shown outside the shell');
  return createElement(Host, { request });
}
