import type { Catalogue, Locale } from '#shared/text.ts'
import { campaignDialogs as ar } from '../messages/ar/campaign-dialogs.ts'
import { zakat as arZakat } from '../messages/ar/zakat.ts'
import { campaignDialogs as en } from '../messages/en/campaign-dialogs.ts'
import { zakat as enZakat } from '../messages/en/zakat.ts'

/**
 * Texts of the dialogs of a fundraiser's page: they come with the dialog, by the first press, and not with every page.
 */
export const campaignDialogTexts: Readonly<Record<Locale, Catalogue>> = {
  en: { ...en, ...enZakat },
  ar: { ...ar, ...arZakat },
}
