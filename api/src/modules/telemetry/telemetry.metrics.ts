import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { outcomeOf, type BrowserEvent } from './browser-event.ts';

/** A metric with labels. */
interface Labelled<Labels> {
  remove(labels: Labels): void;
}

/**
 * Bounds the series of a metric with untrusted labels: beyond `most`, the least recently counted series is removed. A client
 * that sends invented labels can reset counters, but cannot fill the memory or block real labels.
 */
export class RecentSeries<Labels extends Record<string, string>> {
  private readonly kept = new Map<string, Labels>();

  constructor(
    private readonly metric: Labelled<Labels>,
    private readonly most: number,
  ) {}

  /** Call this before each count, with the labels always in the same order. Returns the labels. */
  use(labels: Labels): Labels {
    const key = JSON.stringify(labels);
    this.kept.delete(key);
    this.kept.set(key, labels);
    if (this.kept.size > this.most) this.forgetOldest();
    return labels;
  }

  private forgetOldest(): void {
    const [oldest] = this.kept;
    if (!oldest) return;
    const [key, labels] = oldest;
    this.kept.delete(key);
    this.metric.remove(labels);
  }
}

/** Ten times the number for all modules of the product in two versions. */
const MOST_COUNTED = 1_000;
const MOST_TIMED = 100;
/** Maximum increase by one event of a report, so that one client cannot raise a counter by thousands. */
const MOST_OF_EVENT = 20;
const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2.5, 5, 10];

/** Counts the events of browsers by module and version. The labels are untrusted, so their number is limited. */
@Injectable()
export class TelemetryMetrics {
  private readonly events;
  private readonly loads;
  private readonly countedEvents;
  private readonly timedLoads;

  constructor({ registry }: Metrics) {
    const release = ['module', 'version'] as const;
    this.events = new Counter({
      name: 'dps_browser_events_total',
      help: 'Events of modules that browsers report, by kind and outcome',
      labelNames: [...release, 'kind', 'outcome'],
      registers: [registry],
    });
    this.loads = new Histogram({
      name: 'dps_module_load_seconds',
      help: 'Time in browsers from the request of a module part until it can be rendered',
      labelNames: release,
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
    this.countedEvents = new RecentSeries(this.events, MOST_COUNTED);
    this.timedLoads = new RecentSeries(this.loads, MOST_TIMED);
  }

  count(event: BrowserEvent): void {
    const { kind, facts } = event;
    const { module, version, count } = facts;
    const labels = this.countedEvents.use({ module, version, kind, outcome: outcomeOf(event) });
    this.events.inc(labels, Math.min(count, MOST_OF_EVENT));
    if (kind === 'load' && facts.outcome !== 'unavailable') {
      this.loads.observe(this.timedLoads.use({ module, version }), facts.ms / 1000);
    }
  }
}
