import type { Catalogue, Locale } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../../../locales/*/organizers/{supporters,hosted-page}.json', {
  eager: true,
  import: 'default',
})

/** Texts of the parts of a campaign's page that few have: they come with the part. */
export const partTexts = (locale: Locale): Catalogue => ({
  ...files[`../../../../locales/${locale}/organizers/hosted-page.json`],
  ...files[`../../../../locales/${locale}/organizers/supporters.json`],
})
