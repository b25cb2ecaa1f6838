import type { Catalogue, Locale } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../locales/*/causes/{campaign-dialogs,zakat}.json', {
  eager: true,
  import: 'default',
})

/**
 * Texts of the dialogs of a fundraiser's page: they come with the dialog, by the first press, and not with every page.
 */
export const campaignDialogTexts = (locale: Locale): Catalogue => ({
  ...files[`../../locales/${locale}/causes/campaign-dialogs.json`],
  ...files[`../../locales/${locale}/causes/zakat.json`],
})
