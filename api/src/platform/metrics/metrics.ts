import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** Every metric of the process; whoever counts something registers its metric here. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
}
