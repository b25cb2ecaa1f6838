import type { Catalogue, Locale } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../../../locales/*/organizers/{supporters,hosted-page}.json', {
  eager: true,
  import: 'default',
})

/** Returns the texts of components that few campaign pages have, loaded with the component. */
export const partTexts = (locale: Locale): Catalogue => ({
  ...files[`../../../../locales/${locale}/organizers/hosted-page.json`],
  ...files[`../../../../locales/${locale}/organizers/supporters.json`],
})
