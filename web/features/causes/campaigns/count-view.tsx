import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'

const lookedMs = 2000

/** Reports a page view after a short delay; the server counts it (S2 §7). */
export function CountView({ slug }: { readonly slug: string }): null {
  useEffect(() => {
    const timer = setTimeout(() => {
      api('POST /api/projectapi/view', { slug, query: location.search, from: document.referrer }).catch(
        (error: unknown) => console.warn('the view was not counted', error),
      )
    }, lookedMs)
    return () => clearTimeout(timer)
  }, [slug])
  return null
}
