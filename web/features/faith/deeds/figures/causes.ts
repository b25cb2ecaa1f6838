/** The causes of Deeds, each with its artwork (S1 §2.1); `water` is Food/Water and `mosque` is Mosque/Community. */
export const causes = [
  'water',
  'mosque',
  'education',
  'women',
  'orphans',
  'refugees',
  'emergency',
  'health',
  'creative',
  'qurbani',
] as const
export type SupportedCause = (typeof causes)[number]

/** The widths of the ranked bars, in percent. */
export const barWidths = [90, 75, 60] as const
