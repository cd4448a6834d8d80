import { string } from 'yup';

/** Schema of the reason of a change. Its readers see it in one line, without controls that could imitate another text. */
export const changeReason = () =>
  string()
    .max(200)
    .matches(/^[^\p{Cc}\p{Bidi_Control}]*$/u, '${path} has control characters');

/**
 * Returns the summary of a change in the history: `rollback jobs 1.1.0 → 1.0.0, open pages reload: Uploads fail`.
 *
 * @param summary of the change: `rollback jobs 1.1.0 → 1.0.0`
 */
export const historySummary = (
  summary: string,
  { why, reloadsPages }: { why: string | undefined; reloadsPages: boolean },
): string => `${summary}${reloadsPages ? ', open pages reload' : ''}${why ? `: ${why}` : ''}`;
