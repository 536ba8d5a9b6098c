/** What is done to a part. */
export type RepairKind =
  /** The declared type becomes that of the bytes. */
  | 'correct_type'
  /** The image is made smaller. */
  | 'shrink'
  /** A description in place of the content. */
  | 'describe'
  /** A short text in place of an empty one. */
  | 'fill_text'
  /** A note in place of a call or a result that has no other half. */
  | 'replace_orphan'
  /** A call and its result get an id of their own. */
  | 'rename_call'
  /** What stands before the results of calls goes behind them. */
  | 'results_first';

export const REPAIR_KINDS: readonly RepairKind[] = [
  'correct_type',
  'shrink',
  'describe',
  'fill_text',
  'replace_orphan',
  'rename_call',
  'results_first',
];
