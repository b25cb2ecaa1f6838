import { dateTimeFormat } from '#shared/formats.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { dateTag, type Locale } from '#shared/text.ts'
import type { QurbaniShareListView } from '#modules/faith/qurbani/contract-fulfilment.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import type { Json } from '#shared/wire/json.ts'

/** Data around the list of an item's shares; days and the deadline are in the item's time zone. */
export type QurbaniShareData = ReturnType<typeof shareData>

export function shareData(list: Json<QurbaniShareListView>, locale: Locale, now: Date) {
  const day = (date: string) => formatDay(localDate(date), locale)
  const closesAt = new Date(list.closesAt)
  return {
    list,
    countryName: countriesIn(locale).find(({ code }) => code === list.item.country)?.name ?? list.item.country,
    days: Object.fromEntries(
      list.shares.flatMap(({ performedOn }) => (performedOn ? [[performedOn, day(performedOn)]] : [])),
    ),
    closes: dateTimeFormat(dateTag(locale), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: list.item.timeZone,
    }).format(closesAt),
    hasClosed: closesAt <= now,
    confirmBy: day(list.confirmBy),
    isLate: localDateIn(list.item.timeZone, now) > list.confirmBy,
  }
}
