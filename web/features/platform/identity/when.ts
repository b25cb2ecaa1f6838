import { relativeTimeFormat } from '#shared/formats.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import type { Locale } from '#shared/text.ts'

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', 60_000],
]

/** Formats a past instant as "3 hours ago" or "yesterday"; less than a minute is "now". */
export function agoText(instant: Date, now: Date, locale: Locale): string {
  const past = Math.max(0, now.getTime() - instant.getTime())
  const [unit, size] = steps.find(([, value]) => past >= value) ?? (['second', Infinity] as const)
  return relativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' }).format(-Math.floor(past / size), unit)
}
