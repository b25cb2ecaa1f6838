import { useEffect, useRef, useState } from 'react'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { api, ApiError } from '#web/lib/api.ts'
import type { PreviewRequest } from './plan-request.ts'
import type { Json } from '#shared/wire/json.ts'

const waitMs = 350

type Seen = {
  readonly preview: Json<PlanPreview> | null
  readonly isOld: boolean
  /** Replaces the preview when the total changed while the page was open. */
  readonly show: (preview: Json<PlanPreview>) => void
}

/**
 * Returns the preview of the current choices: rendered by the server first, fetched again shortly after each change.
 * `null` for invalid choices.
 */
export function usePreview(first: Json<PlanPreview> | null, previewRequest: PreviewRequest): Seen {
  const words = JSON.stringify(previewRequest)
  const [known, setKnown] = useState({ words, preview: first })
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const call = new AbortController()
    const timer = setTimeout(() => {
      api('POST /v4/subscriptions/preview', JSON.parse(words) as PreviewRequest, { signal: call.signal })
        .then((preview) => setKnown({ words, preview }))
        .catch((error: unknown) => {
          if (!call.signal.aborted && error instanceof ApiError) setKnown({ words, preview: null })
        })
    }, waitMs)
    return () => {
      clearTimeout(timer)
      call.abort()
    }
  }, [words])
  return { preview: known.preview, isOld: known.words !== words, show: (preview) => setKnown({ words, preview }) }
}
