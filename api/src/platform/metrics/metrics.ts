import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** Content of the metrics port. */
@Injectable()
export class Metrics {
  /** All metrics of the process, served at `/metrics`. */
  readonly registry = new Registry();
  /** Reports that are no metrics, by path. Each is served as JSON. */
  readonly reports = new Map<string, () => object>();
}
