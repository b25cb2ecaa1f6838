import type { Catalogue, Locale } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../locales/*/causes/{campaign-dialogs,zakat}.json', {
  eager: true,
  import: 'default',
})

/** Returns the texts of a fundraiser page's dialogs, which are loaded when a dialog is first opened. */
export const campaignDialogTexts = (locale: Locale): Catalogue => ({
  ...files[`../../locales/${locale}/causes/campaign-dialogs.json`],
  ...files[`../../locales/${locale}/causes/zakat.json`],
})
