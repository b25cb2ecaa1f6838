import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { answer } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { DeedsPorts } from './ports.ts'
import { readDeeds } from './read-deeds.ts'
import { categoryOfCause, type DeedsShape, shareAltText, shareText } from './rules/share-text.ts'
import { drawDeedsImage } from './share-image.ts'

type Wanted = {
  readonly hijriYear: number
  readonly shape: DeedsShape
  readonly locale: Locale
  readonly hasAmounts: boolean
}

/** Draws the image of an account's Deeds, which no one else can read. Throws `not-found` for a year without data. */
export async function readDeedsImage(
  ports: DeedsPorts,
  viewer: AccountViewer,
  { hijriYear, shape, locale, hasAmounts }: Wanted,
) {
  const { wrappedData, styleReason, isApproximate } = await readDeeds(ports, viewer, hijriYear)
  if (!wrappedData || !styleReason) throw new Problem('not-found', 'not-found')
  const t = textsOf('faith/deeds-share', locale, { product: ports.productName })
  const deeds = { hijriYear, styleReason, isApproximate: isApproximate ?? false, wrappedData }
  const text = shareText(deeds, { t, locale, hasAmounts })
  const category = categoryOfCause(wrappedData.userStats.donationStats.topCategories[0] ?? '')
  const bytes = await drawDeedsImage(ports, shape, text, category ?? 'community')
  return answer(
    { text: shareAltText(text, t) },
    { file: { type: 'image/png', bytes }, headers: { 'cache-control': 'private, no-store' } },
  )
}
