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
