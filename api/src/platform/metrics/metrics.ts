import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** The registry of all metrics of the process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
}
