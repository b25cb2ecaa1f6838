import type { ServerApi } from '#server/pages/render-context.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** Returns the newest head of the public ledger with its day in the reader's language; null before the first day. */
export async function shownHead(api: ServerApi, locale: Locale): Promise<{ day: string; head: string } | null> {
  const { newest } = await api('GET /v4/ledger/head', {})
  return newest && { ...newest, day: formatDay(localDate(newest.day), locale) }
}
