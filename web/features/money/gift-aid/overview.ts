import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { isolate, type Locale } from '#shared/text.ts'

export type GiftAidOverview = OutputOf<ProductContract, 'GET /v4/account/gift-aid'>
export type Declaration = GiftAidOverview['declarations'][number]
export type DeclaredDonation = GiftAidOverview['donations'][number]

export const charityName = ({ name, nameAr }: Omit<Declaration['charity'], 'id'>, locale: Locale): string =>
  (locale === 'ar' && nameAr) || name

/** Returns a UK day as shown within a sentence. */
export const dayText = (day: string, locale: Locale): string => isolate(formatDay(day as LocalDate, locale))
