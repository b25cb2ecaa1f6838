/**
 * The state of a featured list (S1 §4): loading, empty, error or content. `failures`: failed requests while loading.
 */
export type FeaturedState<One> =
  | { readonly phase: 'loading'; readonly failures: number }
  | { readonly phase: 'empty' }
  | { readonly phase: 'error' }
  | { readonly phase: 'content'; readonly results: readonly One[] }
export type FeaturedAction<One> =
  | { readonly type: 'load'; readonly results: readonly One[] }
  | { readonly type: 'fail' }
  | { readonly type: 'retry' }

const retriesMax = 4
const firstWaitMs = 1000

/** Returns the delay before the next retry: 1, 2, 4 and 8 seconds (S1 §9); undefined after the last. */
const waitMsAfter = (failures: number): number | undefined =>
  failures <= retriesMax ? firstWaitMs * 2 ** (failures - 1) : undefined

export const loading = { phase: 'loading', failures: 0 } as const

/** Returns the next state. Shown results stay, even if a late response arrives. */
export function reduceFeatured<One>(state: FeaturedState<One>, action: FeaturedAction<One>): FeaturedState<One> {
  if (action.type === 'retry') return state.phase === 'error' ? loading : state
  if (state.phase !== 'loading') return state
  if (action.type === 'load')
    return action.results.length === 0 ? { phase: 'empty' } : { phase: 'content', results: action.results }
  const failures = state.failures + 1
  return waitMsAfter(failures) === undefined ? { phase: 'error' } : { phase: 'loading', failures }
}

/** Sends the request with retries. Returns a function that stops it. */
export function loadFeatured<One>(
  load: (signal: AbortSignal) => Promise<readonly One[]>,
  dispatch: (action: FeaturedAction<One>) => void,
): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (failures: number): void =>
    void load(stopped.signal).then(
      (results) => {
        if (!stopped.signal.aborted) dispatch({ type: 'load', results })
      },
      () => {
        if (stopped.signal.aborted) return
        dispatch({ type: 'fail' })
        const wait = waitMsAfter(failures + 1)
        if (wait !== undefined) timer = setTimeout(() => send(failures + 1), wait)
      },
    )
  send(0)
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}
