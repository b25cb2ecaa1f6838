/** An error in a sentence for the operator's terminal. A name that leads to several addresses fails at each of them, and says so without a word of its own. */
export function saidOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const each = error instanceof AggregateError ? error.errors.map(saidOfError).join('; ') : ''
  return error.message || each || (error as NodeJS.ErrnoException).code || error.name
}
