/** A metric with labels. */
interface Labelled<Labels> {
  remove(labels: Labels): void;
}

/**
 * Bounds the series of a metric whose labels come from outside: when there would be more than `most`, the one that was
 * counted least recently is given up. Whoever sends made-up labels then resets counters for a moment, and can neither fill
 * the memory nor keep real ones out.
 */
export class RecentSeries<Labels extends Record<string, string>> {
  private readonly kept = new Map<string, Labels>();

  constructor(
    private readonly metric: Labelled<Labels>,
    private readonly most: number,
  ) {}

  /** To be called before each count, with the labels always in the same order; answers them. */
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
