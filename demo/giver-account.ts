import { addOffsiteDonation } from '#modules/faith/zakat/offsite/offsite-donations.ts'
import { calculateZakat } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import type { ZakatInput } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import { saveProfile } from '#modules/faith/zakat/save-profile.ts'
import { saveAddress } from '#modules/platform/addresses/save-address.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { recordConsent } from '#modules/trust/privacy/consents.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { dayMs } from '#shared/time.ts'
import type { App } from '#server/app.ts'

const timeZone = 'Europe/London'

/** Saves an address, a zakat year and zakat that was given elsewhere, so that these pages of the demo aren't empty. */
export async function fillGiverAccount(app: App, viewer: AccountViewer, context: RequestContext): Promise<void> {
  await saveAddress(app, viewer.accountId, {
    kind: 'shipping',
    label: 'Home',
    draft: { name: 'Yusuf Karim', line1: '12 Sample Road', city: 'Leicester', postalCode: 'LE1 0XX', country: 'GB' },
  })
  const { version } = consentTexts.zakat
  await recordConsent(app, viewer, context, { purpose: 'zakat', isGiven: true, textVersion: version })
  const daysAgo = (days: number) => localDateIn(timeZone, new Date(app.clock().getTime() - days * dayMs))
  const input: ZakatInput = {
    currency: 'GBP',
    date: daysAgo(60),
    prices: { gold: { perGram: '100' }, silver: { perGram: '1.20' } },
    assets: [
      { kind: 'cash', amount: '14000' },
      { kind: 'gold', grams: '60', karat: '22' },
    ],
  }
  const calculation = calculateZakat(input)
  if (!calculation.isValid) return
  const { zakat, status } = calculation.result
  await saveProfile(app, viewer, { input, zakat: zakat.amount, status, timeZone, zakatDate: undefined })
  const given = { date: daysAgo(30), amount: '120', currency: 'GBP', note: 'Mosque on Sample Road' }
  await addOffsiteDonation(app, viewer, given, { timeZone, country: 'GB' })
}
