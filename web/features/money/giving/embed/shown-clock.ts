/** How long the form must be visible before it can be submitted, in milliseconds (security-17). */
const shownMs = 1000

export type Verdict = 'ready' | 'early' | 'covered'

/**
 * Measures how long the form has been visible and uncovered. Takes observations with timestamps in milliseconds;
 * restarts when the form is hidden or covered.
 */
export function createShownClock() {
  let shownSince: number | undefined
  let isShown = false
  let isCovered = false
  const observe = (now: number, change: { readonly isShown?: boolean; readonly isCovered?: boolean }) => {
    isShown = change.isShown ?? isShown
    isCovered = change.isCovered ?? isCovered
    if (!isShown || isCovered) shownSince = undefined
    else shownSince ??= now
  }
  const verdict = (now: number): Verdict => {
    if (isCovered) return 'covered'
    return shownSince !== undefined && now - shownSince >= shownMs ? 'ready' : 'early'
  }
  return { observe, verdict }
}
