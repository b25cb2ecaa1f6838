import { dateTimeFormat } from '#shared/formats.ts'
import { useSyncExternalStore } from 'react'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

/** Formats an instant as time of day in an IANA time zone, such as 14:05. */
export const timeOfDay = (timeZone: string, instant: Date): string =>
  dateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)

const never = () => () => undefined

/** The same instant in the reader's time zone, shown after hydration if it differs. */
export function DonorTime({ at, timeZone }: { readonly at: string; readonly timeZone: string }) {
  const t = useText()
  const locale = useLocale()
  const own = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => undefined,
  )
  const instant = new Date(at)
  const shownIn = (zone: string) => ({
    day: `\u2068${formatDay(localDateIn(zone, instant), locale)}\u2069`,
    time: `\u2068${timeOfDay(zone, instant)}\u2069`,
  })
  if (own === undefined) return null
  const [there, here] = [shownIn(timeZone), shownIn(own)]
  if (there.day === here.day && there.time === here.time) return null
  return <span className="qurbani-note">{t('qurbani.deadline-local', here)}</span>
}
