import { useState } from 'react'
import { dayMs } from '#shared/time.ts'
import { agoText } from '#web/features/platform/identity/when.ts'
import { useLocale } from '#web/lib/text.tsx'
import { dayOf } from './day.ts'

const relativeForMs = 7 * dayMs

/** Shows when something happened: "3 hours ago" in the first week, then the date. */
export function Ago({ instant }: { readonly instant: string }) {
  const locale = useLocale()
  const [now] = useState(() => new Date())
  const then = new Date(instant)
  const date = dayOf(instant, locale)
  // Between the server's rendering and the browser's, "now" can become "1 minute ago".
  return (
    <time dir="auto" dateTime={instant} title={date} suppressHydrationWarning>
      {now.getTime() - then.getTime() < relativeForMs ? agoText(then, now, locale) : date}
    </time>
  )
}
